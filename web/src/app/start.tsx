import '@fontsource-variable/ibm-plex-sans/wght.css';
import '../ui/mantine.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetDays } from '../caregiver/store.ts';
import { openAfresh, promptOnClose } from '../platform/close-prompt.ts';
import { queryClient } from '../platform/query.ts';
import { whenSignedOut } from '../platform/send.ts';
import { followOtherTabs } from '../platform/session.ts';
import { goToSignIn, leaveBy } from '../platform/sign-out.ts';
import { catchStrayClicks } from '../platform/stray-clicks.ts';
import { catchStrayDrops } from '../platform/stray-drops.ts';
import { adoptTheme, theme } from '../ui/theme.ts';
import { router } from './router.tsx';

/** Puts the application on the page. */
export const start = () => {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no place for the application');
  adoptTheme();
  promptOnClose();
  catchStrayDrops();
  catchStrayClicks();
  leaveBy({
    place: () => router.state.location,
    goToLogin: (redirect) =>
      router.navigate({ to: '/login', search: redirect ? { redirect } : {}, ignoreBlocker: true }),
    forgetDays,
  });
  whenSignedOut(goToSignIn);
  followOtherTabs(goToSignIn, () => openAfresh('/'));
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
};
