"""The HTTP API: handlers by topic, each registered with its method, path and summary."""

from underdeck.serve.routes import (
    career,
    chronicles,
    competitions,
    deals,
    games,
    profiles,
    reviews,
    tables,
)
from underdeck.serve.routes.base import RouteTable

ROUTES = tuple(
    route
    for module in (games, profiles, career, chronicles, reviews, competitions, deals, tables)
    for route in module.router.routes
)
ROUTE_TABLE = RouteTable(ROUTES)
