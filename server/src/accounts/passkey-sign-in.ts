import { PASSKEY_OF_OTHER, PASSKEY_REJECTED, PASSKEY_UNKNOWN } from '@homecare/domain/accounts/passkey.ts';
import type * as calls from '@homecare/domain/accounts/passkey-contract.ts';
import { foldLogin } from '@homecare/domain/accounts/rules.ts';
import { PASSWORD_EXPIRED } from '@homecare/domain/accounts/signing-in.ts';
import { SSO_ALONE } from '@homecare/domain/accounts/single-sign-on.ts';
import type { InputOf, ResultOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type { Tx } from '../platform/db/mutate.ts';
import type { Visit } from '../platform/http/bind.ts';
import type { Site, SiteAsSet } from '../platform/site/site.ts';
import type { Sites } from '../platform/site/sites.ts';
import { beginSession, keptOut, recordRefusedLogin, siteOf } from './entering.ts';
import * as passkeys from './passkey-queries.ts';
import { newQuestion, type OpenQuestion, questionIn } from './passkey-questions.ts';
import { openedPasskey, userHandleOf } from './passkeys.ts';
import { type AccountRow, findAccount } from './queries.ts';

/** Signing in with a passkey: the device's lock counts as both factors, and no password is typed. */

const KEPT_OUT = { expired: PASSWORD_EXPIRED, closed: PASSKEY_UNKNOWN, byCompany: SSO_ALONE } as const;

export const beginPasskeySignIn = async (
  sites: Sites,
  visit: Visit,
  { site }: InputOf<typeof calls.beginPasskeySignIn>,
): Promise<ResultOf<typeof calls.beginPasskeySignIn>> => {
  const of = await siteOf(sites, visit, site);
  if (!of) return refuse('unknownSite');
  const challenge = newQuestion(of.site);
  // The list of passkeys is empty, so that nobody learns which accounts have one.
  return done({ challenge, rpId: visit.request.hostname, allowCredentials: [] });
};

type Input = InputOf<typeof calls.signInWithPasskey>;

/** The id of a stored passkey and the challenge it has answered. Its account may no longer exist. */
interface Answered {
  readonly accountId: number;
  readonly id: number;
  readonly counter: number;
  readonly question: OpenQuestion;
}

/** Why it opens nothing, and whose it is if that is known. */
interface Missed {
  readonly accountId: number | null;
  readonly missed: string;
}

/** Whose passkey has answered which challenge of this site. */
export const answeredBy = async (
  site: Site,
  visit: Visit,
  passkey: Input['passkey'],
): Promise<Answered | Missed> => {
  const question = questionIn(site, passkey.response.clientDataJSON);
  if (!question) return { accountId: null, missed: PASSKEY_REJECTED };
  const stored = await passkeys.findPasskey(site.db, passkey.id);
  if (!stored) return { accountId: null, missed: PASSKEY_UNKNOWN };
  const { id, accountId } = stored;
  const { userHandle } = passkey.response;
  const isOfOther = userHandle !== undefined && userHandle !== userHandleOf(site.name, accountId);
  const asked = { ...stored, credentialId: passkey.id, challenge: question.challenge };
  const counter = isOfOther ? undefined : await openedPasskey(visit, passkey, asked);
  return counter === undefined
    ? { accountId, missed: PASSKEY_REJECTED }
    : { accountId, id, counter, question };
};

/** Succeeds once per challenge, and only while the passkey exists. */
export const useAnswer = async (tx: Tx, { id, counter, question }: Answered, now: string): Promise<boolean> =>
  (await passkeys.takeQuestion(tx, question)) && (await passkeys.markPasskeyUsed(tx, { id, counter }, now));

interface Opened {
  readonly account: AccountRow;
  readonly answered: Answered;
}

/** The account it opens. Failures are logged. */
const openedBy = async (of: SiteAsSet, visit: Visit, { login, passkey }: Input): Promise<Result<Opened>> => {
  const { site } = of;
  const rejected = async (accountId: number | null, sentence: string) => {
    await recordRefusedLogin(of, visit, { by: 'passkey', account: accountId });
    return refuse('notSignedIn', sentence);
  };
  const answered = await answeredBy(site, visit, passkey);
  if ('missed' in answered) return rejected(answered.accountId, answered.missed);
  const account = await findAccount(site.db, answered.accountId);
  if (!account) return rejected(null, PASSKEY_UNKNOWN);
  if (login !== undefined && foldLogin(login) !== foldLogin(account.login))
    return rejected(account.id, PASSKEY_OF_OTHER);
  return done({ account, answered });
};

export const signInWithPasskey = async (
  sites: Sites,
  visit: Visit,
  input: Input,
): Promise<ResultOf<typeof calls.signInWithPasskey>> => {
  const of = await siteOf(sites, visit, input.site);
  if (!of) return refuse('unknownSite');
  const opened = await openedBy(of, visit, input);
  if (!opened.ok) return opened;
  const { account, answered } = opened.data;
  const out = await keptOut(of, account, 'passkey');
  if (out) return refuse('forbidden', KEPT_OUT[out]);
  const entered = await beginSession(of, visit, account, {
    by: 'passkey',
    call: 'accounts.signInWithPasskey',
    prove: async (tx, scope) =>
      (await useAnswer(tx, answered, scope.now().toString()))
        ? done('passkey')
        : refuse('notSignedIn', PASSKEY_REJECTED),
  });
  return entered.ok ? done({ ...entered.data, site: of.site.name, login: account.login }) : entered;
};
