/**
 * The package of `npm run pack` is installed by npm into an empty folder, with an empty cache and no compiler. Its command
 * shows the operator's commands and starts the service; a browser signs in, and the printed line reads the plan.
 */
import { mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { once } from 'node:events';
import { findProgram } from '#test/support/programs.ts';
import { freshFolder, type Scope } from '#test/support/store.ts';
import { startBrowser } from '#test/web/support/browser.ts';
import { installPackage } from '../installed-package.ts';
import type { Trial } from '../trial.ts';

/** All that npm and the command need. */
const PROGRAMS = ['sh', 'env', 'npm'];
const WELCOME = /email +(\S+)\n +password +(\S+)\n[^]*curl -H 'X-API-Key: (\S+)' (\S+)/;

export const npmInstall: Trial = {
  name: 'npm-install',
  part: 'clients',
  promise:
    'npm installs the package into an empty folder with an empty cache and without a compiler: the command starts the service, a browser signs in, the printed line reads the plan, SIGTERM ends it',
  times: { full: 1, short: 1 },
  coveredBy: 'test/project/package.test.ts',
  defect: {
    what: 'the package names no dependencies',
    file: 'scripts/package/folder.ts',
    from: 'dependencies: importedPackages(folder, project.dependencies),',
    to: 'dependencies: {},',
  },

  async run({ scope, program, report }) {
    const path = pathWithoutCompiler(scope);
    const cache = freshFolder(scope);
    const { installSeconds, ...installed } = installPackage(scope, program, { cache, path });
    report(`installed after ${installSeconds} s`);
    const help = await installed.runCommand({ PATH: path }, '--help');
    const broken = /^Usage: weekfare COMMAND/m.test(help.stdout) ? [] : [`No help: ${help.stderr}`];
    const startedAt = performance.now();
    const server = await installed.start(scope, { PATH: path }).catch(String);
    if (typeof server === 'string') return { figures: {}, broken: [...broken, server] };
    const startSeconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const [, email = '', password = '', key = '', address = ''] = WELCOME.exec(server.welcome) ?? [];
    const plan = await fetch(address, { headers: { 'X-API-Key': key } });
    if (plan.status !== 200) broken.push(`The printed line returned ${plan.status}.`);
    broken.push(...(await signIn(scope, server.url, { email, password })));
    const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1];
    server.child.kill('SIGTERM');
    const [code] = (await once(server.child, 'close')) as [number | null];
    if (code !== 0) broken.push(`SIGTERM ended it with ${code}.`);
    const figures = {
      'installed after': `${installSeconds} s`,
      'ready after': `${startSeconds} s`,
      memory: `${Math.round(Number(memory) / 1_024)} MB`,
    };
    return { figures, broken };
  },
};

function pathWithoutCompiler(scope: Scope): string {
  const folder = join(freshFolder(scope), 'bin');
  mkdirSync(folder);
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of PROGRAMS) {
    const file = findProgram([name], { folders, isRoot: false });
    if (file === undefined) throw new Error(`There is no ${name}.`);
    symlinkSync(realpathSync(file), join(folder, name));
  }
  symlinkSync(process.execPath, join(folder, 'node'));
  return folder;
}

async function signIn(scope: Scope, url: string, { email, password }: { email: string; password: string }) {
  const page = await (await startBrowser(scope)).newPage();
  try {
    await page.goto(`${url}/sign-in`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Red lentil dal with rice').first().waitFor();
    return [];
  } catch (error) {
    return [`The browser did not see the week: ${String(error)}`];
  } finally {
    await page.close();
  }
}
