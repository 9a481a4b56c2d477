"""Print the published schemas, from which `make types` generates the page's types."""

import json

from underdeck.serve.messages import socket_schema
from underdeck.serve.routes import openapi

if __name__ == "__main__":
    api, socket = openapi("types"), socket_schema()
    schemas = json.loads(
        json.dumps(api["components"]["schemas"]).replace("#/components/schemas/", "#/$defs/")
    )
    print(json.dumps({"$defs": {**schemas, **socket["$defs"]}}))
