import '@fontsource-variable/ibm-plex-sans/wght.css';
import '../ui/tokens.css';
import '../ui/page.css';
import type { SignedIn } from '@homecare/domain/accounts/schema.ts';
import { lazy, type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { LoginPage } from '../features/accounts/LoginPage.tsx';
import { forgetKept } from '../platform/kept.ts';
import { safeRedirect } from '../platform/safe-redirect.ts';
import { startOf } from '../platform/session.ts';
import { fetchApplication, fetchFirstPage } from './application.ts';
import { followColors } from './follow-colors.ts';
import { guardWindow } from './guard-window.ts';

const nothing = { default: () => null };

/** Waits for the form to be painted first, so that nothing delays it. */
const paint = () => new Promise<void>((resolve) => window.setTimeout(resolve, 300));

const bringNote = async () => {
  await paint();
  await fetchApplication();
  const { countEntries } = await import('../caregiver/store.ts');
  if ((await countEntries()) === 0) return nothing;
  return { default: (await import('../caregiver/KeptNote.tsx')).KeptNote };
};
/** Loaded after the form, with the caregiver's languages, if something waits on this phone. */
const KeptNote = lazy(() => bringNote().catch(() => nothing));

/** A new password or second factor is set in dialogs of the application. */
const LazyProviders = lazy(async () => {
  const { Providers } = await fetchApplication();
  return { default: Providers };
});
const AroundDialogs = ({ children }: { readonly children: ReactNode }) => (
  <Suspense>
    <LazyProviders>{children}</LazyProviders>
  </Suspense>
);

/** The requested page, to open after sign-in. */
const wantedPage = () => {
  const { pathname, search } = window.location;
  const asked = pathname.toLowerCase() === '/login' ? new URLSearchParams(search).get('redirect') : null;
  const page = safeRedirect(asked ?? pathname + search);
  return page === '/' ? undefined : page;
};

/** Shows the sign-in form. The application loads behind it and replaces it after sign-in. */
export const startSignIn = () => {
  const place = document.getElementById('root');
  if (!place) throw new Error('the page has no place for the sign-in form');
  const wanted = wantedPage();
  const query = wanted ? `?${new URLSearchParams({ redirect: wanted })}` : '';
  window.history.replaceState(window.history.state, '', `/login${query}`);
  guardWindow();
  const forgetColors = followColors();
  const root = createRoot(place);
  const enter = async (values: SignedIn) => {
    const start = startOf(values, wanted);
    const application = await fetchFirstPage().catch(() => undefined);
    // A part is gone, as after a new release, so reload the whole page.
    if (!application) return window.location.assign(start);
    await application.prepare(start);
    forgetColors();
    root.unmount();
    application.start();
  };
  const dropSession = () => {
    void import('../caregiver/store.ts').then(({ forgetDays }) => forgetDays());
    forgetKept();
  };
  root.render(
    <StrictMode>
      <LoginPage
        note={
          <Suspense>
            <KeptNote />
          </Suspense>
        }
        dropSession={dropSession}
        around={AroundDialogs}
        onEnter={enter}
      />
    </StrictMode>,
  );
  paint()
    .then(fetchFirstPage)
    .catch(() => undefined);
};
