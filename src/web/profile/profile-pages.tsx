/** The pages below /profile, in one script. */
import { DisplaysPage } from './displays/displays-page.tsx';
import { ProfilePage } from './profile-page.tsx';

export function ProfilePages({ path }: { path: string }) {
  return path === '/profile/displays' ? <DisplaysPage /> : <ProfilePage />;
}
