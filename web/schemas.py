"""Print the published schemas and routes, from which `make types` generates the page's types."""

import json

from underdeck.serve.messages import socket_schema
from underdeck.serve.openapi import openapi
from underdeck.serve.routes import ROUTES

if __name__ == "__main__":
    document = json.dumps(openapi("types", ROUTES))
    published = json.loads(document.replace("#/components/schemas/", "#/$defs/"))
    schemas = {**published["components"]["schemas"], **socket_schema()["$defs"]}
    print(json.dumps({"$defs": schemas, "paths": published["paths"]}))
