/**
 * The parts of `node:http` that the server uses. An `import` would evaluate all its exports, one of which loads
 * Node's HTTP client for `fetch`: 45 ms and 3 MB at every start.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
