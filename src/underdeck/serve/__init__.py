"""The edge to the network: HTTP and WebSocket over live tables."""
