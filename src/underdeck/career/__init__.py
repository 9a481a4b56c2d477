"""Competitive play and history: challenges, series, contests, wagers, dailies and statistics.

The pure parts (facts, achievements, debts, the daily chain) know no database. `recording` and the
`*_queries` modules are functions of a connection; the server, the terminal and tests call them.
"""
