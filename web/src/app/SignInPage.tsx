import type { Role } from '@homecare/domain/call.ts';
import { useEffect, useRef } from 'react';
import { KeptNote } from '../caregiver/KeptNote.tsx';
import { LoginPage } from '../features/accounts/LoginPage.tsx';
import { homeOf } from '../platform/session.ts';

/** The sign-in page, with what comes after it on its way. */
export const SignInPage = () => {
  const askPeople = useRef<() => Promise<void>>(undefined);
  // The frame and the People screen are fetched while the name is typed.
  useEffect(() => {
    const timer = window.setTimeout(() => {
      void import('./Shell.tsx');
      void import('../features/people/PeoplePage.tsx');
      void import('../features/people/api.ts').then(({ prefetchPeople }) => {
        askPeople.current = prefetchPeople;
      });
    }, 300);
    return () => window.clearTimeout(timer);
  }, []);
  // The list travels while the frame is drawn.
  const onEnter = (role: Role) => {
    if (homeOf(role) === '/dashboard') void askPeople.current?.();
  };
  return <LoginPage note={<KeptNote />} onEnter={onEnter} />;
};
