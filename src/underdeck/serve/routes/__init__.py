"""The HTTP API: handlers by topic, each registered with its method, path and summary."""

from underdeck.serve.routes import games, profiles, tables
from underdeck.serve.routes.base import RouteTable

ROUTES = (*games.router.routes, *profiles.router.routes, *tables.router.routes)
ROUTE_TABLE = RouteTable(ROUTES)
