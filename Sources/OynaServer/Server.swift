// The server.
