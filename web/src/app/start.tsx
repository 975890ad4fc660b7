import '@fontsource-variable/ibm-plex-sans/wght.css';
import '../ui/tokens.css';
import '../ui/page.css';
import '../ui/mantine.css';
import '../ui/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetDays } from '../caregiver/store.ts';
import { prefetchPeople } from '../features/people/api.ts';
import { openAfresh } from '../platform/close-prompt.ts';
import { queryClient } from '../platform/query.ts';
import { whenSignedOut } from '../platform/send.ts';
import { followOtherTabs } from '../platform/session.ts';
import { goToSignIn, leaveBy } from '../platform/sign-out.ts';
import { capabilitiesQuery } from '../platform/site.ts';
import { adoptTheme, theme } from '../ui/theme.ts';
import { guardWindow } from './guard-window.ts';
import { router } from './router.tsx';

/** Maximum time for which users look at a form that was accepted. */
const WAIT_MS = 1_000;

/**
 * After sign-in, loads what the frame and the first page show in one round trip while their code loads, so that they render
 * once and complete. Anything slower appears later.
 */
export const prepare = async (page: string) => {
  const asked = [queryClient.prefetchQuery(capabilitiesQuery())];
  if (page === '/dashboard') asked.push(prefetchPeople());
  if (page === '/today')
    asked.push(import('../features/today/api.ts').then(({ prefetchToday }) => prefetchToday()));
  router.history.replace(page);
  const late = new Promise((resolve) => window.setTimeout(resolve, WAIT_MS));
  await Promise.all([router.load(), Promise.race([Promise.all(asked), late])]);
};

/** Context of every part of the application. */
export const Providers = ({ children }: { readonly children: ReactNode }) => {
  useState(adoptTheme);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  );
};

/** Renders the application into the page. */
export const start = () => {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no place for the application');
  guardWindow();
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
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
};
