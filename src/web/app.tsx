/**
 * The table of contents: which page stands at which path, and for whom. The week comes with the app, since
 * it is the home page; every other page is loaded when it is first wanted.
 */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { isWeek } from './calendar.ts';
import { ErrorBoundary } from './auth/error-boundary.tsx';
import { Unavailable } from './auth/unavailable.tsx';
import { NotFound } from './auth/not-found.tsx';
import { Toasts } from './ui/toast.tsx';
import { Skeleton } from './ui/loading.tsx';
import { navigate, safePath, usePath } from './router.ts';
import { useSession } from './session.ts';
import { Shell } from './shell.tsx';
import { registerWorker } from './offline/register-worker.ts';
import { WeekPage } from './week/week-page.tsx';
import { weekAt } from './week/week-path.ts';
import type { Part } from './i18n/catalogue.ts';
import { loadMessages } from './i18n/language.ts';
import { useTranslation } from './i18n/translation.ts';

const Welcome = page(async () => (await import('./auth/welcome.tsx')).Welcome, 'auth');
const SignUp = page(async () => (await import('./auth/sign-up.tsx')).SignUp, 'auth');
const SignIn = page(async () => (await import('./auth/sign-in.tsx')).SignIn, 'auth');
const SignInAgain = page(async () => (await import('./auth/sign-in-again.tsx')).SignInAgain, 'auth');
const Join = page(async () => (await import('./auth/join.tsx')).Join, 'auth');
const RecipePages = page(
  async () => (await import('./recipes/recipe-pages.tsx')).RecipePages,
  'recipes',
  'list',
);
const ListPage = page(async () => (await import('./list/list-page.tsx')).ListPage, 'list');
const PreferencesPage = page(
  async () => (await import('./preferences/preferences-page.tsx')).PreferencesPage,
  'preferences',
  'recipes',
);
const ProfilePage = page(
  async () => (await import('./profile/profile-page.tsx')).ProfilePage,
  'profile',
  'auth',
);
const DisplayPage = page(async () => (await import('./display/display-page.tsx')).DisplayPage, 'display');

/** A page, and the words that come with it. */
function page<Props>(load: () => Promise<ComponentType<Props>>, ...parts: Part[]) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), loadMessages(...parts)]);
    return { default: component };
  });
}

export function App() {
  const path = usePath();
  useEffect(registerWorker, []);
  return (
    <>
      <ErrorBoundary path={path}>
        <Suspense fallback={<Coming />}>{pageAt(path)}</Suspense>
      </ErrorBoundary>
      <Toasts />
    </>
  );
}

function pageAt(path: string): ReactNode {
  if (path === '/') return <ForMembers others={<Welcome />} page={<WeekPage week={undefined} />} />;
  const shown = weekAt(path);
  if (shown) return <ForMembers page={<WeekPage week={shown.week} />} />;
  if (/^\/recipes(\/|$)/.test(path)) return <ForMembers page={<RecipePages path={path} />} />;
  if (path === '/list') return <ForMembers page={<ListPage week={undefined} />} />;
  const [, listed = ''] = /^\/list\/([^/]+)$/.exec(path) ?? [];
  if (isWeek(listed)) return <ForMembers page={<ListPage week={listed} />} />;
  if (path === '/wishes') return <ForMembers page={<PreferencesPage />} />;
  if (path === '/profile') return <ForMembers page={<ProfilePage />} />;
  if (path === '/display') return <DisplayPage />;
  if (path === '/sign-in') return <ForStrangers page={<SignIn />} />;
  if (path === '/sign-up') return <ForStrangers page={<SignUp />} />;
  if (path === '/join') return <Join />;
  if (path === '/removed') return <Welcome isRemoved />;
  return <NotFound />;
}

/** Asks strangers to sign in, and brings them back here; someone whose session ended stays where they are. */
function ForMembers({
  page,
  others = <Redirect to={`/sign-in?back=${here()}`} />,
}: Record<string, ReactNode>) {
  const session = useSession();
  if (session.state === 'loading') return <Coming />;
  if (session.state === 'unavailable') return <Unavailable />;
  if (session.state === 'signed-out') return others;
  return (
    <>
      <Shell>
        <Suspense fallback={<Coming />}>{page}</Suspense>
      </Shell>
      {session.state === 'expired' && 'me' in session && (
        <Suspense>
          <SignInAgain me={session.me} />
        </Suspense>
      )}
    </>
  );
}

/** Whoever is signed in already has no business at the door. */
function ForStrangers({ page }: { page: ReactNode }) {
  const { state } = useSession();
  return state === 'signed-in' ? <Redirect to={backPath()} /> : page;
}

function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, 'replace'), [to]);
  return null;
}

function here(): string {
  return encodeURIComponent(location.pathname + location.search);
}

function backPath(): string {
  return safePath(new URLSearchParams(location.search).get('back'));
}

function Coming() {
  const { t } = useTranslation();
  return (
    <div className="shell-coming">
      <Skeleton label={t('app.loading')} lines={5} />
    </div>
  );
}
