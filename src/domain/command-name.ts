/** How operators call the command line: `weekfare` if it was installed as a package, else through npm. */
export const COMMAND_NAME = import.meta.filename.endsWith('.ts') ? 'npm run -s weekfare --' : 'weekfare';
