/**
 * `npm start`: runs the server with its options. It takes the place of this process, so that signals reach it
 * and no second process stays.
 */
import { SERVER_ENVIRONMENT, SERVER_OPTIONS } from './server-options.ts';

const parameters = [process.execPath, ...SERVER_OPTIONS, 'src/main.ts'];
if (!process.execve) throw new Error('npm start needs a system with execve: Linux, macOS or another Unix.');
process.execve(process.execPath, parameters, { ...SERVER_ENVIRONMENT, ...process.env });
