import { checkAgency } from '@homecare/domain/claims/preflight.ts';
import { done } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/set-up/contract.ts';
import { SET_UP_STEPS, SetUpStep } from '@homecare/domain/set-up/schema.ts';
import {
  isWholeAddress,
  type SetUpFacts,
  type StepOfSetUp,
  setUpSteps,
} from '@homecare/domain/set-up/steps.ts';
import { z } from 'zod';
import type { Scope } from '../platform/auth/scope.ts';
import { DEMO_ENTRY, isLoopback, publicUrlOf } from '../platform/config/config.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import { drawCode } from '../platform/documents/codes.ts';
import type { UseCase, UseCaseHere, Visit } from '../platform/http/bind.ts';
import { lockSetting, readSetting, writeSetting } from '../platform/settings/settings.ts';
import type { Sites } from '../platform/site/sites.ts';
import { countWhatIsThere } from './queries.ts';

/** The first day of an agency (docs/rules/set-up.md). What is set up follows from the data; only skipped steps are stored. */

const SKIPPED = 'setUp.skipped';
const Skipped = z.array(SetUpStep);

const readSkipped = async (db: Db): Promise<SetUpStep[]> =>
  Skipped.parse((await readSetting(db, SKIPPED))?.value ?? []);

const loadFacts = async ({ site, settings }: Scope): Promise<SetUpFacts> => {
  const { paper, capabilities, claims, aggregator, textMessages, mail, timeZone } = settings;
  const { agency, address, phone, logo } = paper.letterhead;
  return {
    ...(await countWhatIsThere(site.db)),
    agency,
    hasAddress: isWholeAddress(address),
    hasPhone: Boolean(phone),
    hasLogo: logo !== null,
    zone: timeZone,
    bills: capabilities.billing,
    payerFaults: checkAgency(claims).length,
    aggregator: { isConnected: aggregator !== undefined, isOn: capabilities.sandataEnabled },
    texts: { isConnected: textMessages !== undefined, isOn: capabilities.smsEnabled },
    mail: { isConnected: mail !== undefined, isOn: capabilities.emailEnabled },
  };
};

export const loadSteps = async (scope: Scope): Promise<StepOfSetUp[]> => {
  const [facts, skipped] = await Promise.all([loadFacts(scope), readSkipped(scope.site.db)]);
  return setUpSteps(facts, skipped);
};

/** The example agency, for users who can reach it: on the server itself, or at its own host name. */
const sampleOf = (sites: Sites, { site, request }: Visit): string | null => {
  const sample = sites.entries.find(({ name }) => name === DEMO_ENTRY.name);
  if (!sample || sample.name === site.name) return null;
  const { protocol, hostname, port } = new URL(`${request.protocol}://${request.host}`);
  const served = {
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    isEncrypted: protocol === 'https:',
  };
  const url = publicUrlOf(sample, served);
  return isLoopback(new URL(url).hostname) && !isLoopback(hostname) ? null : url;
};

export const getSetUp =
  (sites: Sites): UseCaseHere<typeof calls.getSetUp> =>
  async (scope, _, visit) => {
    const url = `${scope.site.publicUrl}/login`;
    const steps = (await loadSteps(scope)).map(({ missing, ...step }) => ({
      ...step,
      missing: [...missing],
    }));
    return done({ steps, phone: { url, qr: drawCode(url) }, sample: sampleOf(sites, visit) });
  };

const wordOf = (isSkipped: boolean) => (isSkipped ? 'skipped' : null);

export const skipStep: UseCase<typeof calls.skipStep> = (scope, { step, isSkipped }) =>
  mutate(scope, 'setUp.skip', async (tx, record) => {
    const before = Skipped.parse((await lockSetting(tx, SKIPPED))?.value ?? []);
    await writeSetting(
      tx,
      SKIPPED,
      SET_UP_STEPS.filter((one) => (one === step ? isSkipped : before.includes(one))),
    );
    record({
      entity: 'siteSettings',
      id: null,
      action: 'update',
      changes: {
        [`set up: ${step}`]: [wordOf(before.includes(step)), wordOf(isSkipped)],
      },
    });
    return done(null);
  });
