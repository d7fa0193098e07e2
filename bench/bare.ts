/**
 * The baseline: a bare `node:http` server that writes the same bytes as the service and does nothing else. The
 * bytes come from a real response of the service, in a file.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RecordedResponse } from './servers.ts';

const [file = '', port = ''] = process.argv.slice(2);
const { status, headers, body, keepAliveMs } = JSON.parse(readFileSync(file, 'utf8')) as RecordedResponse;

createServer({ keepAliveTimeout: keepAliveMs }, (_request, response) => {
  response.writeHead(status, headers);
  response.end(body);
}).listen(Number(port), '127.0.0.1');
