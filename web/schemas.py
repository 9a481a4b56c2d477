"""Print the published schemas, from which `make types` generates the page's types."""

import json

from underdeck.serve.messages import socket_schema
from underdeck.serve.openapi import openapi
from underdeck.serve.routes import ROUTES

if __name__ == "__main__":
    components = json.dumps(openapi("types", ROUTES)["components"]["schemas"])
    schemas = json.loads(components.replace("#/components/schemas/", "#/$defs/"))
    print(json.dumps({"$defs": {**schemas, **socket_schema()["$defs"]}}))
