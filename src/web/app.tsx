/**
 * The table of contents: which page stands at which path, and for whom. Each page is loaded when it is
 * first wanted.
 */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { isWeek } from './calendar.ts';
import { Broken } from './entry/broken.tsx';
import { NoAnswer } from './entry/no-answer.tsx';
import { NotFound } from './entry/not-found.tsx';
import { SignInAgain } from './entry/sign-in-again.tsx';
import { Toasts } from './look/toast.tsx';
import { Skeleton } from './look/waiting.tsx';
import { go, safePath, usePath } from './router.ts';
import { useSession } from './session.ts';
import { Shell } from './shell.tsx';
import { loadWords } from './words/language.ts';
import { useWords } from './words/words.ts';

const Welcome = lazy(async () => ({ default: (await import('./entry/welcome.tsx')).Welcome }));
const SignUp = lazy(async () => ({ default: (await import('./entry/sign-up.tsx')).SignUp }));
const SignIn = lazy(async () => ({ default: (await import('./entry/sign-in.tsx')).SignIn }));
const Join = lazy(async () => ({ default: (await import('./entry/join.tsx')).Join }));
const WeekPage = lazy(async () => ({ default: (await import('./week/week-page.tsx')).WeekPage }));
const RecipePages = lazy(async () => {
  const words = loadWords('recipes');
  const { RecipePages: pages } = await import('./recipes/recipe-pages.tsx');
  await words;
  return { default: pages };
});
const ListPage = lazy(async () => {
  const words = loadWords('list');
  const { ListPage: page } = await import('./list/list-page.tsx');
  await words;
  return { default: page };
});
const ProfilePage = lazy(async () => {
  const words = loadWords('profile');
  const { ProfilePage: page } = await import('./profile/profile-page.tsx');
  await words;
  return { default: page };
});
const DisplayPage = lazy(async () => {
  const words = loadWords('display');
  const { DisplayPage: page } = await import('./display/display-page.tsx');
  await words;
  return { default: page };
});

export function App() {
  const path = usePath();
  return (
    <>
      <Broken path={path}>
        <Suspense fallback={<Coming />}>{pageAt(path)}</Suspense>
      </Broken>
      <Toasts />
    </>
  );
}

function pageAt(path: string): ReactNode {
  if (path === '/') return <ForMembers others={<Welcome />} page={<WeekPage week={undefined} />} />;
  const [, week = ''] = /^\/week\/([^/]+)$/.exec(path) ?? [];
  if (isWeek(week)) return <ForMembers page={<WeekPage week={week} />} />;
  if (/^\/recipes(\/|$)/.test(path)) return <ForMembers page={<RecipePages path={path} />} />;
  if (path === '/list') return <ForMembers page={<ListPage week={undefined} />} />;
  const [, listed = ''] = /^\/list\/([^/]+)$/.exec(path) ?? [];
  if (isWeek(listed)) return <ForMembers page={<ListPage week={listed} />} />;
  if (path === '/profile') return <ForMembers page={<ProfilePage />} />;
  if (path === '/display') return <DisplayPage />;
  if (path === '/sign-in') return <ForStrangers page={<SignIn />} />;
  if (path === '/sign-up') return <ForStrangers page={<SignUp />} />;
  if (path === '/join') return <Join />;
  return <NotFound />;
}

/** Asks strangers to sign in, and brings them back here; someone whose session ended stays where they are. */
function ForMembers({
  page,
  others = <Redirect to={`/sign-in?back=${here()}`} />,
}: Record<string, ReactNode>) {
  const session = useSession();
  if (session.state === 'unknown') return <Coming />;
  if (session.state === 'no-answer') return <NoAnswer />;
  if (session.state === 'nobody') return others;
  return (
    <>
      <Shell>
        <Suspense fallback={<Coming />}>{page}</Suspense>
      </Shell>
      {session.state === 'ended' && 'me' in session && <SignInAgain me={session.me} />}
    </>
  );
}

/** Whoever is signed in already has no business at the door. */
function ForStrangers({ page }: { page: ReactNode }) {
  const { state } = useSession();
  return state === 'somebody' ? <Redirect to={backPath()} /> : page;
}

function Redirect({ to }: { to: string }) {
  useEffect(() => go(to, 'replace'), [to]);
  return null;
}

function here(): string {
  return encodeURIComponent(location.pathname + location.search);
}

function backPath(): string {
  return safePath(new URLSearchParams(location.search).get('back'));
}

function Coming() {
  const { say } = useWords();
  return (
    <div className="shell-coming">
      <Skeleton label={say('app.loading')} lines={5} />
    </div>
  );
}
