/**
 * Shows the component of each page in domain/pages.ts. The week page is part of the app's first script, since
 * it is the home page; every other page is loaded on the first visit.
 */
import { type ReactNode, Suspense, useEffect } from 'react';
import { findPage, type PagePath, PAGES } from '#domain/pages.ts';
import { isWeek } from '#web/base/calendar.ts';
import { ErrorBoundary } from '#web/accounts/status/error-boundary.tsx';
import { Unavailable } from '#web/accounts/status/unavailable.tsx';
import { NotFound } from '#web/accounts/status/not-found.tsx';
import { Toasts } from '#web/base/ui/overlay/toast.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { lazyPart } from '#web/base/ui/lazy-part.ts';
import { navigate, safePath, usePath } from '#web/base/router.ts';
import { findMe, type Me, useSession } from '#web/data/session.ts';
import { PAGE_MESSAGES } from './page-messages.ts';
import { Shell } from './shell.tsx';
import { registerWorker } from '#web/data/register-worker.ts';
import { WeekPage } from '#web/features/week/week-page.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';

const Welcome = lazyPart(
  async () => (await import('#web/features/welcome/welcome.tsx')).Welcome,
  ...PAGE_MESSAGES.welcome,
);
const SignUp = lazyPart(
  async () => (await import('#web/features/auth/sign-up.tsx')).SignUp,
  ...PAGE_MESSAGES['sign-up'],
);
const SignIn = lazyPart(
  async () => (await import('#web/features/auth/sign-in.tsx')).SignIn,
  ...PAGE_MESSAGES['sign-in'],
);
const SignInAgain = lazyPart(
  async () => (await import('#web/features/auth/sign-in-again.tsx')).SignInAgain,
  'auth',
);
const Join = lazyPart(async () => (await import('#web/features/auth/join.tsx')).Join, 'auth');
const AuthorizationEnd = lazyPart(
  async () => (await import('#web/features/auth/identity/authorization-end.tsx')).AuthorizationEnd,
  'auth',
);
const Reset = lazyPart(
  async () => (await import('#web/features/auth/account/reset.tsx')).Reset,
  'auth',
  'account',
);
const ConfirmEmail = lazyPart(
  async () => (await import('#web/features/auth/account/confirm-email.tsx')).ConfirmEmail,
  'auth',
  'account',
);
const RecoveryCodes = lazyPart(
  async () => (await import('#web/features/auth/account/recovery-codes.tsx')).RecoveryCodes,
  'account',
);
const RecipesPage = lazyPart(
  async () => (await import('#web/features/recipes/search/recipes-page.tsx')).RecipesPage,
  'recipes',
);
const RecipePage = lazyPart(
  async () => (await import('#web/features/recipes/page/recipe-page.tsx')).RecipePage,
  ...PAGE_MESSAGES.recipes,
);
const NewRecipePage = lazyPart(
  async () => (await import('#web/features/recipes/edit/edit-page.tsx')).NewPage,
  ...PAGE_MESSAGES.recipes,
);
const EditRecipePage = lazyPart(
  async () => (await import('#web/features/recipes/edit/edit-page.tsx')).EditPage,
  ...PAGE_MESSAGES.recipes,
);
const CookPage = lazyPart(
  async () => (await import('#web/features/cook/cook-page.tsx')).CookPage,
  'cook',
  'recipes',
);
const ImportPage = lazyPart(
  async () => (await import('#web/features/recipes/import/import-page.tsx')).ImportPage,
  'import',
  'recipes',
  'list',
);
const HandoverPage = lazyPart(
  async () => (await import('#web/features/recipes/import/handover-page.tsx')).HandoverPage,
  'import',
  'recipes',
  'list',
);
const ListPage = lazyPart(
  async () => (await import('#web/features/list/list-page.tsx')).ListPage,
  ...PAGE_MESSAGES.list,
);
const PreferencesPage = lazyPart(
  async () => (await import('#web/features/preferences/preferences-page.tsx')).PreferencesPage,
  'preferences',
  'recipes',
);
const StartPage = lazyPart(
  async () => (await import('#web/features/onboarding/start-page.tsx')).StartPage,
  'onboarding',
  'recipes',
);
const ProfilePages = lazyPart(
  async () => (await import('#web/features/profile/profile-pages.tsx')).ProfilePages,
  'profile',
  'auth',
  'preferences',
  'recipes',
);
const DisplayPage = lazyPart(
  async () => (await import('#web/features/display/display-page.tsx')).DisplayPage,
  'display',
  'recipes',
);
const SharedListPage = lazyPart(
  async () => (await import('#web/features/list/shared/shared-list-page.tsx')).SharedListPage,
  ...PAGE_MESSAGES['shared-list'],
);

/** The recovery codes come first, because they are shown only once. */
const AFTER_SIGN_UP = '/recovery-codes?back=/start';

export function App() {
  const path = usePath();
  useEffect(registerWorker, []);
  return (
    <>
      <ErrorBoundary path={path}>
        <Suspense fallback={<Loading />}>{pageAt(path)}</Suspense>
      </ErrorBoundary>
      <Toasts />
    </>
  );
}

const CONTENT: Record<PagePath, (parameter: string, path: string) => ReactNode> = {
  '/': () => <ForMembers others={<Welcome />} page={<WeekPage week={undefined} />} />,
  '/week/:week': (week) => isWeek(week) && <WeekPage week={week} />,
  '/recipes': () => <RecipesPage />,
  '/recipes/import': () => <ImportPage />,
  '/recipes/handover': () => <HandoverPage />,
  '/recipes/new': () => <NewRecipePage />,
  '/recipes/:recipe': (recipe) => isRecipeId(recipe) && <RecipePage key={recipe} id={recipe} />,
  '/recipes/:recipe/cook': (recipe) => isRecipeId(recipe) && <CookPage key={recipe} id={recipe} />,
  '/recipes/:recipe/edit': (recipe) => isRecipeId(recipe) && <EditRecipePage key={recipe} id={recipe} />,
  '/list': () => <ListPage week={undefined} />,
  '/list/:week': (week) => isWeek(week) && <ListPage week={week} />,
  '/preferences': () => <PreferencesPage />,
  '/start': () => <StartPage />,
  '/profile': profilePages,
  '/profile/displays': profilePages,
  '/display': () => <DisplayPage />,
  '/shared-list': () => <SharedListPage />,
  '/sign-in': () => <SignIn />,
  '/sign-up': () => <SignUp />,
  '/join': () => <Join />,
  '/oidc': () => <AuthorizationEnd />,
  '/reset': () => <Reset />,
  '/confirm': () => <ConfirmEmail />,
  '/recovery-codes': () => <RecoveryCodes />,
  '/removed': () => <Welcome isRemoved />,
};

function isRecipeId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

function profilePages(_parameter: string, path: string): ReactNode {
  return <ProfilePages path={path} />;
}

/**
 * Loads the component of a page and, if the page needs it, the session at the same time; returns who is signed in.
 * For the first render: React shows the fallback of a component that is not loaded for at least 300 ms.
 */
export async function preloadPage(path: string): Promise<Me | undefined> {
  const [page, content, parameter = ''] = findContent(path);
  const isForMembers = page === '/' || PAGES[page as PagePath] === 'members';
  const finding = isForMembers ? findMe() : undefined;
  const loaded = await (content as { type?: Partial<typeof Welcome> } | undefined)?.type?.preload?.();
  const me = await finding;
  if (me) await loaded?.default.preloadData?.(me, parameter);
  if (page === '/' && !me) await Welcome.preload();
  return me;
}

function findContent(path: string): [page?: PagePath, content?: ReactNode, parameter?: string] {
  const [page, parameter = ''] = findPage(path) ?? [];
  return page ? [page, CONTENT[page](parameter, path), parameter] : [];
}

function pageAt(path: string): ReactNode {
  const [page, content] = findContent(path);
  if (!page || !content) return <NotFound />;
  if (PAGES[page] === 'members') return <ForMembers page={content} />;
  if (PAGES[page] !== 'signed-out') return content;
  return <ForSignedOut page={content} to={page === '/sign-up' ? AFTER_SIGN_UP : backPath()} />;
}

/**
 * Redirects a signed-out visitor to the sign-in page, which leads back here. After a session has expired, the
 * page stays and a dialog asks for the password.
 */
function ForMembers({
  page,
  others = <Redirect to={`/sign-in?back=${here()}`} />,
}: {
  page: ReactNode;
  others?: ReactNode;
}) {
  const session = useSession();
  if (session.state === 'loading') return <Loading />;
  if (session.state === 'unavailable') return <Unavailable />;
  if (session.state === 'signed-out') return others;
  return (
    <>
      <Shell>
        <Suspense fallback={<Loading />}>{page}</Suspense>
      </Shell>
      {session.state === 'expired' && 'me' in session && (
        <Suspense>
          <SignInAgain me={session.me} />
        </Suspense>
      )}
    </>
  );
}

/** Redirects a signed-in member: after sign-up to the first steps, otherwise to the page they came from. */
function ForSignedOut({ page, to }: { page: ReactNode; to: string }) {
  const { state } = useSession();
  return state === 'signed-in' ? <Redirect to={to} /> : page;
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

function Loading() {
  const { t } = useTranslation();
  return (
    <div className="shell-coming">
      <Skeleton label={t('app.loading')} lines={5} />
    </div>
  );
}
