"""The server: HTTP and WebSocket over live tables."""
