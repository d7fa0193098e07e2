/**
 * `npm start`: runs the server with its options. Where the system can, the server replaces this process, so
 * that signals reach it and no second process stays. Windows has no such call: there it is a child process.
 */
import { spawn } from 'node:child_process';
import { SERVER_ENVIRONMENT, SERVER_OPTIONS } from './server-options.ts';

const parameters = [...SERVER_OPTIONS, 'src/main.ts'];
const env = { ...SERVER_ENVIRONMENT, ...process.env };
if (process.execve) process.execve(process.execPath, [process.execPath, ...parameters], env);
else runAsChild();

/** Ends when the server ends, with its exit code, and not before. */
function runAsChild(): void {
  const server = spawn(process.execPath, parameters, { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Windows sends Ctrl+C to both processes, and `kill` would end the server before it has stopped.
      if (process.platform !== 'win32') server.kill(signal);
    });
  }
  server.once('exit', (code) => process.exit(code ?? 1));
}
