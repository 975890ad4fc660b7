import '@fontsource-variable/ibm-plex-sans/wght.css';
import '../ui/mantine.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { adoptTheme, theme } from '../ui/theme.ts';
import { openAfresh, promptOnClose } from './close-prompt.ts';
import { queryClient } from './query.ts';
import { router } from './router.tsx';
import { whenSignedOut } from './send.ts';
import { followOtherTabs } from './session.ts';
import { goToSignIn } from './sign-out.ts';
import { catchStrayClicks } from './stray-clicks.ts';
import { catchStrayDrops } from './stray-drops.ts';

/** Puts the application on the page. */
export const start = () => {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no place for the application');
  adoptTheme();
  promptOnClose();
  catchStrayDrops();
  catchStrayClicks();
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
