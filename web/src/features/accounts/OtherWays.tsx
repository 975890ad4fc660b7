import { CompanySignIn } from './CompanySignIn.tsx';
import classes from './login.module.css';
import { PasskeySignIn, type PasskeySignInProps } from './PasskeySignIn.tsx';

interface OtherWaysProps extends Pick<PasskeySignInProps, 'onSignedIn'> {
  readonly username: string;
  /** Chosen where the page's origin does not decide it; '' until then. */
  readonly site?: string;
}

/** Above the form: what opens an account without its password. */
export const OtherWays = ({ username, site, onSignedIn }: OtherWaysProps) => (
  <div className={classes.ways}>
    <CompanySignIn username={username} site={site} onSignedIn={onSignedIn} />
    <PasskeySignIn site={site} isSiteMissing={site === ''} onSignedIn={onSignedIn} />
  </div>
);
