"""Simulations: many games, counted exactly, with confidence intervals, reports and charts."""
