import { CompanySignIn } from './CompanySignIn.tsx';
import classes from './login.module.css';
import { PasskeySignIn, type PasskeySignInProps } from './PasskeySignIn.tsx';

interface OtherWaysProps extends Pick<PasskeySignInProps, 'onSignedIn'> {
  readonly username: string;
  /** The chosen site, if the origin serves several; '' until then. */
  readonly site?: string;
}

/** Ways to sign in without the password, above the form. */
export const OtherWays = ({ username, site, onSignedIn }: OtherWaysProps) => (
  <div className={classes.ways}>
    <CompanySignIn username={username} site={site} onSignedIn={onSignedIn} />
    <PasskeySignIn site={site} isSiteMissing={site === ''} onSignedIn={onSignedIn} />
  </div>
);
