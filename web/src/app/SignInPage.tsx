import { useNavigate, useSearch } from '@tanstack/react-router';
import { KeptNote } from '../caregiver/KeptNote.tsx';
import { LoginPage } from '../features/accounts/LoginPage.tsx';
import { startOf } from '../platform/session.ts';
import { dropSession } from '../platform/sign-out.ts';

/** The sign-in page inside the application, shown after signing out and if there was no session. */
export const SignInPage = () => {
  const navigate = useNavigate();
  const search: { redirect?: string } = useSearch({ strict: false });
  return (
    <LoginPage
      note={<KeptNote />}
      dropSession={dropSession}
      onEnter={(values) => navigate({ href: startOf(values, search.redirect), replace: true })}
    />
  );
};
