"""Print the schemas that the house publishes, for the types of the page: `make types`."""

import json

from underdeck.serve.messages import socket_schema
from underdeck.serve.routes import openapi

if __name__ == "__main__":
    described, socket = openapi("types"), socket_schema()
    parts = json.loads(
        json.dumps(described["components"]["schemas"]).replace("#/components/schemas/", "#/$defs/")
    )
    print(json.dumps({"$defs": {**parts, **socket["$defs"]}}))
