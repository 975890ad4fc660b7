import { sayStamp } from '../calendar.ts';
import { counted } from '../counted.ts';
import { sum } from '../sum.ts';
import {
  type AggregatorFacts,
  type ChannelFacts,
  type DiskFacts,
  HEALTH_PARTS,
  type HealthFacts,
  type HealthLine,
  type HealthPart,
  type HealthState,
} from './schema.ts';

/** Turns measurements into the lines of the health page (docs/rules/health.md). Pure, so that each threshold has a test. */

type Said = Omit<HealthLine, 'part'>;
const say = (state: HealthState, words: string, advice: string | null = null): Said => ({
  state,
  words,
  advice,
});
const fine = (words: string) => say('fine', words);
const off = (words: string, advice: string | null = null) => say('off', words, advice);

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const secondsBetween = (from: string, to: string) =>
  Temporal.Instant.from(from).until(Temporal.Instant.from(to)).total('seconds');

/** '40 seconds', '3 minutes', '5 hours' or '2 days', no more precise than readers need. */
export const sayAge = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 2 * MINUTE) return counted(whole, 'second');
  if (whole < 2 * HOUR) return counted(Math.floor(whole / MINUTE), 'minute');
  if (whole < 2 * DAY) return counted(Math.floor(whole / HOUR), 'hour');
  return counted(Math.floor(whole / DAY), 'day');
};

export const sayBytes = (bytes: number): string =>
  bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`;

const UNMEASURED_ADVICE =
  'Reload this page in a minute. If it stays, see whether the database is overloaded.';
/** Something that could not be measured is not fine: 'The jobs could not be counted.' */
const unmeasured = (words: string) => say('look', words, UNMEASURED_ADVICE);

// ---- the database and its work

const SLOW_ANSWER_MS = 250;

const databaseLine = ({ database: { isEmbedded, answerMs, open, waiting } }: HealthFacts): Said => {
  const kind = isEmbedded ? 'The built-in PostgreSQL' : 'Your PostgreSQL server';
  if (answerMs === null)
    return say(
      'wrong',
      `${kind} does not answer.`,
      'See whether it is running and its disk has space. The log of the server has the reason.',
    );
  const took = `${kind} answers in ${Math.max(1, Math.round(answerMs))} ms`;
  // A page makes several calls when it opens, so a few waiting requests are no problem as long as answers are fast.
  if (answerMs <= SLOW_ANSWER_MS) return fine(`${took} over ${counted(open, 'connection')}.`);
  if (waiting > 0)
    return say(
      'look',
      `${took}, and ${counted(waiting, 'request waits', 'requests wait')} for a connection.`,
      'If this lasts for minutes, raise DATABASE_CONNECTIONS or give the server a faster disk.',
    );
  return say(
    'look',
    `${took}, which is slow.`,
    'See whether another program keeps the server or its disk busy.',
  );
};

const LATE_JOB = 10 * MINUTE;
const STUCK_JOB = HOUR;

const jobsLine = ({ jobs }: HealthFacts): Said => {
  if (jobs === null) return unmeasured('The jobs could not be counted.');
  const dead = sum(jobs.map((job) => job.dead));
  const oldest = Math.max(0, ...jobs.map((job) => job.oldestSeconds));
  const due = sum(jobs.map((job) => job.due));
  if (oldest > STUCK_JOB)
    return say(
      'wrong',
      `${counted(due, 'job is', 'jobs are')} due, the oldest for ${sayAge(oldest)}: nothing works on them.`,
      'Restart the server. If they stay, send us the lines job-failed of its log.',
    );
  if (dead > 0)
    return say(
      'wrong',
      `${counted(dead, 'job has', 'jobs have')} failed too often and will not be tried again.`,
      'Find their lines job-failed in the log of the server, and send them to us.',
    );
  if (oldest > LATE_JOB)
    return say(
      'look',
      `${counted(due, 'job is', 'jobs are')} due, the oldest for ${sayAge(oldest)}.`,
      'A large import or many texts can take that long. Look again in ten minutes.',
    );
  const running = sum(jobs.map((job) => job.running));
  return fine(
    running + due === 0
      ? 'No job waits: everything is done when it is due.'
      : `${counted(running + due, 'job is', 'jobs are')} under way, none is late.`,
  );
};

// ---- what the server sends

const LATE_RECORD = HOUR;

const aggregatorLine = (facts: HealthFacts): Said => {
  const { isOn, isConnected, isMeasured, waiting, oldestSeconds, failed, restsUntil }: AggregatorFacts =
    facts.aggregator;
  if (!isOn) return off('Sandata is switched off: visits are not sent.');
  if (!isMeasured) return unmeasured('What waits for Sandata could not be counted.');
  if (!isConnected)
    return say(
      'wrong',
      `Sandata is switched on without an account: ${counted(waiting, 'record waits', 'records wait')}.`,
      'Enter the account under Configuration, Connections.',
    );
  if (restsUntil)
    return say(
      'look',
      `Sandata does not answer or refuses us. We ask again at ${sayStamp(restsUntil, facts.timeZone)}.`,
      'If it lasts, check the account under Configuration, Connections. The aggregator log has the reason.',
    );
  if (waiting > 0 && oldestSeconds > LATE_RECORD)
    return say(
      'look',
      `${counted(waiting, 'record waits', 'records wait')} for Sandata, the oldest for ${sayAge(oldestSeconds)}.`,
      'Open EVV Admin and see why they wait.',
    );
  if (failed > 0)
    return say(
      'look',
      `Sandata rejected ${counted(failed, 'record')} in the last 24 hours.`,
      'Open EVV Admin, fix what it names, and send them again.',
    );
  return fine(
    waiting === 0
      ? 'Everything has been sent to Sandata.'
      : `${counted(waiting, 'record is', 'records are')} on the way to Sandata.`,
  );
};

const LATE_MESSAGE = 30 * MINUTE;
const CHANNEL_WORDS = {
  texts: { name: 'Text messages', one: 'text', log: 'Open the send log and send them again.' },
  mail: { name: 'E-mail', one: 'e-mail', log: 'Open the send log and send them again.' },
} as const;

const channelLine = (facts: HealthFacts, part: 'texts' | 'mail'): Said => {
  const { isOn, isConnected, isMeasured, waiting, oldestSeconds, failed, unclear }: ChannelFacts =
    facts[part];
  const { name, one, log } = CHANNEL_WORDS[part];
  if (!isOn) return off(`${name}: switched off.`);
  if (!isMeasured) return unmeasured(`${name}: what waits could not be counted.`);
  if (!isConnected)
    return say(
      'look',
      `${name}: switched on without an account. Messages are recorded, none is sent.`,
      'Enter the account under Configuration, Connections.',
    );
  if (waiting > 0 && oldestSeconds > LATE_MESSAGE)
    return say(
      'wrong',
      `${counted(waiting, `${one} waits`, `${one}s wait`)} to be sent, the oldest for ${sayAge(oldestSeconds)}.`,
      'Check the account under Configuration, Connections. They go out when the service takes them.',
    );
  if (unclear > 0)
    return say(
      'look',
      `Of ${counted(unclear, one)} of the last 24 hours nobody knows whether ${unclear === 1 ? 'it' : 'they'} went out.`,
      'Ask the recipients, or send again from the send log.',
    );
  if (failed > 0)
    return say('look', `${counted(failed, one)} of the last 24 hours could not be delivered.`, log);
  return fine(`${name}: everything of the last 24 hours was sent.`);
};

// ---- disks and backups

const LEAST_FREE = 1e9;
const LITTLE_FREE = 5e9;
const LITTLE_SHARE = 0.1;

const PLACE_WORDS = { data: 'The data disk', archive: 'The disk of the archive' } as const;

const diskState = ({ freeBytes, sizeBytes }: DiskFacts) =>
  freeBytes < LEAST_FREE
    ? 'wrong'
    : freeBytes < LITTLE_FREE && freeBytes < LITTLE_SHARE * sizeBytes
      ? 'look'
      : 'fine';

const sayDisk = ({ place, freeBytes, sizeBytes }: DiskFacts) =>
  `${PLACE_WORDS[place]} has ${sayBytes(freeBytes)} of ${sayBytes(sizeBytes)} free.`;

const sayNoDisk = (place: DiskFacts['place']) => `${PLACE_WORDS[place]} could not be measured.`;

const diskLine = ({ disks, archive }: HealthFacts): Said => {
  const places: readonly DiskFacts['place'][] = archive.isOn ? ['data', 'archive'] : ['data'];
  const missing = places.filter((place) => !disks.some((disk) => disk.place === place));
  const words = [...disks.map(sayDisk), ...missing.map(sayNoDisk)].join(' ');
  const states = disks.map(diskState);
  if (states.includes('wrong'))
    return say(
      'wrong',
      `${words} Uploads are refused below 1 GB.`,
      'Free some space now, or enlarge the disk.',
    );
  if (missing.length > 0) return say('look', words, 'See whether the disk is mounted and may be read.');
  if (states.includes('look')) return say('look', words, 'Plan for a larger disk.');
  return fine(words);
};

const OLD_BACKUP = 7 * DAY;

const backupsLine = ({ now, timeZone, lastBackup, archive, database }: HealthFacts): Said => {
  const age = lastBackup === null ? undefined : secondsBetween(lastBackup, now);
  const when = lastBackup && `The last backup was made on ${sayStamp(lastBackup, timeZone)}`;
  if (when && age !== undefined && age <= OLD_BACKUP) return fine(`${when}.`);
  if (archive.isOn)
    return fine(`${when ?? 'No backup has been made here'}. The archive holds every minute besides.`);
  const advice = database.isEmbedded
    ? 'Run npm run backup each day, or set ARCHIVE_TO. Keep copies on another machine.'
    : 'Run npm run backup each day unless your PostgreSQL server is backed up with its own tools.';
  return say(
    'look',
    when && age !== undefined ? `${when}, ${sayAge(age)} ago.` : 'No backup has been made here.',
    advice,
  );
};

const ARCHIVE_LATE = 2 * MINUTE;
const ARCHIVE_STUCK = 15 * MINUTE;

const archiveLine = ({ now, archive: { isOn, upToDate }, database }: HealthFacts): Said => {
  if (!database.isEmbedded) return off('Your PostgreSQL server is archived with its own tools.');
  if (!isOn)
    return off(
      'The archive is off: a backup restores the hour at which it was made, not the last minute.',
      'Set ARCHIVE_TO to a folder on another disk or machine.',
    );
  if (upToDate === null)
    return say(
      'look',
      'The archive has no whole copy of the database yet.',
      'The first copy takes minutes. If it does not come, the output of the start says why.',
    );
  const age = secondsBetween(upToDate, now);
  if (age <= ARCHIVE_LATE) return fine('The archive is up to date: at most a minute of work can be lost.');
  return say(
    age > ARCHIVE_STUCK ? 'wrong' : 'look',
    `The archive is ${sayAge(age)} behind: so much work would be lost with this machine.`,
    'The output of the start says why archiving fails. Check the folder and its disk.',
  );
};

const DRILL_OVERDUE = 45 * DAY;

const drillLine = ({ now, timeZone, archive, drill }: HealthFacts): Said => {
  if (!drill)
    return archive.isOn
      ? say(
          'look',
          'The archive has not been restored for a test yet.',
          'This happens automatically in the first night. To do it now: npm run restore -- --drill.',
        )
      : off('Without an archive there is no test restore.');
  const when = sayStamp(drill.at, timeZone);
  if (drill.outcome === 'failed')
    return say(
      'wrong',
      `The test restore of ${when} failed: ${drill.findings[0] ?? 'no reason is known.'}`,
      'Fix what it says, then run npm run restore -- --drill.',
    );
  if (drill.outcome === 'different')
    return say(
      'wrong',
      `The test restore of ${when} gave other rows than there were.`,
      'Make a backup now and send us the lines drill-failed of the log.',
    );
  const age = secondsBetween(drill.at, now);
  const same = `The test restore of ${when} brought back ${counted(drill.rows, 'row')} of ${counted(drill.tables, 'table')}, all as they were, in ${sayAge(drill.seconds)}.`;
  return age > DRILL_OVERDUE
    ? say('look', same, 'It is overdue: run npm run restore -- --drill.')
    : fine(same);
};

// ---- the server itself

const CERTIFICATE_SOON = 21 * DAY;
const CERTIFICATE_LAST = 3 * DAY;

const certificateLine = ({ now, timeZone, certificateEnds, isProxied }: HealthFacts): Said => {
  if (certificateEnds === null)
    return isProxied
      ? off('A proxy has the certificate. Its own tools watch when it ends.')
      : say(
          'look',
          'This server answers plain http, which is for this machine alone.',
          'Set TLS_CERT and TLS_KEY, or list your proxy, before others use it.',
        );
  const left = secondsBetween(now, certificateEnds);
  const when = sayStamp(certificateEnds, timeZone);
  if (left <= 0)
    return say(
      'wrong',
      `The certificate ended on ${when}: browsers refuse the site.`,
      'Renew it and restart.',
    );
  if (left > CERTIFICATE_SOON) return fine(`The certificate is valid until ${when}.`);
  return say(
    left > CERTIFICATE_LAST ? 'look' : 'wrong',
    `The certificate ends on ${when}, in ${sayAge(left)}.`,
    'Renew it and restart.',
  );
};

const releaseLine = ({ now, release: { release, startedAt, newerMigrations } }: HealthFacts): Said => {
  const words = `Release ${release} has been running for ${sayAge(secondsBetween(startedAt, now))}`;
  if (newerMigrations === null)
    return unmeasured(`${words}. Whether the database fits it could not be measured.`);
  if (newerMigrations > 0)
    return say(
      'look',
      `${words}, and a newer release has changed the database.`,
      'Finish the upgrade: stop this process and start the newer release.',
    );
  return fine(`${words}, and the database fits it.`);
};

/** With fewer calls a share of slow ones means nothing. */
const LEAST_CALLS = 20;
const SLOW_SHARE = 0.01;

const slowLine = ({ calls, slowStatements }: HealthFacts): Said => {
  const slow = calls
    .filter(({ count, slow: number }) => count >= LEAST_CALLS && number / count > SLOW_SHARE)
    .toSorted((a, b) => b.slow / b.count - a.slow / a.count);
  const statements =
    slowStatements === 0 ? '' : ` ${counted(slowStatements, 'statement')} of the database took too long.`;
  if (slow.length > 0) {
    const worst = slow.slice(0, 3).map(({ call, count, slow: number }) => `${call} (${number} of ${count})`);
    return say(
      'look',
      `These took longer than a second since the start: ${worst.join(', ')}.${statements}`,
      'If it is the same tomorrow, send us the lines slow-statement of the log.',
    );
  }
  return fine(`Nothing is slow: over 99 of 100 answers take less than a second.${statements}`);
};

const LINES: Record<HealthPart, (facts: HealthFacts) => Said> = {
  database: databaseLine,
  jobs: jobsLine,
  aggregator: aggregatorLine,
  texts: (facts) => channelLine(facts, 'texts'),
  mail: (facts) => channelLine(facts, 'mail'),
  disk: diskLine,
  backups: backupsLine,
  archive: archiveLine,
  drill: drillLine,
  certificate: certificateLine,
  release: releaseLine,
  slow: slowLine,
};

/** One line per part, in the order of the page. */
export const healthLines = (facts: HealthFacts): HealthLine[] =>
  HEALTH_PARTS.map((part) => ({ part, ...LINES[part](facts) }));
