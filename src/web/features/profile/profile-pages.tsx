/** The pages below /profile, in one script. */
import { DisplaysPage } from '#web/features/profile/displays/displays-page.tsx';
import { ProfilePage } from './profile-page.tsx';

export function ProfilePages({ path }: { path: string }) {
  return path === '/profile/displays' ? <DisplaysPage /> : <ProfilePage />;
}
