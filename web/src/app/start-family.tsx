import '@fontsource-variable/ibm-plex-sans/wght.css';
import '../ui/tokens.css';
import '../ui/page.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FamilyPage } from '../features/family/FamilyPage.tsx';
import { followEnd } from '../features/family/page-api.ts';
import { queryClient } from '../platform/query.ts';
import { followColors } from './follow-colors.ts';
import { guardWindow } from './guard-window.ts';

/** Starts the page of a client's family, without any code of the application. */
export const startFamily = () => {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no place for the family');
  guardWindow();
  followColors();
  followEnd();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <FamilyPage />
      </QueryClientProvider>
    </StrictMode>,
  );
};
