import type { Measure, Measures, Sample } from '../platform/metrics/metrics.ts';
import type { Machine } from '../platform/site/machine.ts';
import {
  type MachineReadings,
  type MessageCount,
  measureMachine,
  measureSite,
  type QueueCount,
  type SiteReadings,
} from './measure.ts';

/** The health page's readings as gauges of /metrics. */

type Values = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

interface Gauged<Readings> extends Measure {
  readonly values: (readings: Readings) => Values;
}

const CHANNELS = ['texts', 'mail'] as const;
const ofChannels = ({ site, ...readings }: SiteReadings, value: (count: MessageCount) => number): Values =>
  CHANNELS.flatMap((channel) => {
    const count = readings[channel];
    return count ? [[{ site, channel }, value(count)]] : [];
  });
/** Missing if it could not be measured, because zero would mean that nothing waits. */
const ofRecords = ({ site, records }: SiteReadings, value: (count: QueueCount) => number): Values =>
  records ? [[{ site }, value(records)]] : [];

const OF_SITE: readonly Gauged<SiteReadings>[] = [
  {
    name: 'homecare_database_up',
    help: 'Whether the database of the site answers: 1 or 0',
    labels: ['site'],
    values: ({ site, answerMs }) => [[{ site }, answerMs === undefined ? 0 : 1]],
  },
  {
    name: 'homecare_database_answer_seconds',
    help: 'How long the database of the site took to answer nothing',
    labels: ['site'],
    values: ({ site, answerMs }) => (answerMs === undefined ? [] : [[{ site }, answerMs / 1_000]]),
  },
  {
    name: 'homecare_newer_migrations',
    help: 'Migrations in the database of the site that this release does not know',
    labels: ['site'],
    values: ({ site, newerMigrations }) =>
      newerMigrations === undefined ? [] : [[{ site }, newerMigrations]],
  },
  {
    name: 'homecare_aggregator_waiting_records',
    help: 'Records that wait for the aggregator, by site',
    labels: ['site'],
    values: (readings) => ofRecords(readings, ({ waiting }) => waiting),
  },
  {
    name: 'homecare_aggregator_oldest_seconds',
    help: 'How long the oldest of them has waited',
    labels: ['site'],
    values: (readings) => ofRecords(readings, ({ oldestSeconds }) => oldestSeconds),
  },
  {
    name: 'homecare_aggregator_rejected_records',
    help: 'Records that the aggregator rejected in the last 24 hours',
    labels: ['site'],
    values: (readings) => ofRecords(readings, ({ failed }) => failed),
  },
  {
    name: 'homecare_messages_waiting',
    help: 'Texts and e-mails that wait to be sent, by site and channel',
    labels: ['site', 'channel'],
    values: (readings) => ofChannels(readings, ({ waiting }) => waiting),
  },
  {
    name: 'homecare_messages_oldest_seconds',
    help: 'How long the oldest of them has been due',
    labels: ['site', 'channel'],
    values: (readings) => ofChannels(readings, ({ oldestSeconds }) => oldestSeconds),
  },
  {
    name: 'homecare_messages_failed',
    help: 'Texts and e-mails of the last 24 hours that could not be delivered',
    labels: ['site', 'channel'],
    values: (readings) => ofChannels(readings, ({ failed }) => failed),
  },
  {
    name: 'homecare_messages_unclear',
    help: 'Texts and e-mails of the last 24 hours of which nobody knows whether they went out',
    labels: ['site', 'channel'],
    values: (readings) => ofChannels(readings, ({ unclear }) => unclear),
  },
];

const secondsOf = (instant: string | Temporal.Instant | undefined): Values =>
  instant === undefined ? [] : [[{}, Temporal.Instant.from(instant).epochMilliseconds / 1_000]];

const OF_MACHINE: readonly Gauged<MachineReadings>[] = [
  {
    name: 'homecare_disk_free_bytes',
    help: 'Free room of the disk by place: data, archive',
    labels: ['place'],
    values: ({ disks }) => disks.map(({ place, freeBytes }) => [{ place }, freeBytes]),
  },
  {
    name: 'homecare_disk_size_bytes',
    help: 'Size of the disk by place: data, archive',
    labels: ['place'],
    values: ({ disks }) => disks.map(({ place, sizeBytes }) => [{ place }, sizeBytes]),
  },
  {
    name: 'homecare_backup_timestamp_seconds',
    help: 'When the last backup was made; missing: none is known',
    labels: [],
    values: ({ lastBackup }) => secondsOf(lastBackup),
  },
  {
    name: 'homecare_drill_timestamp_seconds',
    help: 'When the archive was last restored for a test; missing: never',
    labels: [],
    values: ({ drill }) => secondsOf(drill?.at),
  },
  {
    name: 'homecare_drill_passed',
    help: 'Whether that test brought everything back: 1 or 0',
    labels: [],
    values: ({ drill }) => (drill ? [[{}, drill.outcome === 'same' ? 1 : 0]] : []),
  },
  {
    name: 'homecare_certificate_end_timestamp_seconds',
    help: 'When the certificate of the server ends; missing: it has none',
    labels: [],
    values: ({ certificateEnds }) => secondsOf(certificateEnds),
  },
];

const samplesOf = <Readings>(gauges: readonly Gauged<Readings>[], readings: Readings): Sample[] =>
  gauges.flatMap(({ name, values }) => values(readings).map(([labels, value]) => ({ name, labels, value })));

export const healthMeasures = (machine: Machine): Measures => ({
  all: [...OF_SITE, ...OF_MACHINE],
  take: async (open) => {
    const sites = await Promise.all(open.map(measureSite));
    return [
      ...sites.flatMap((readings) => samplesOf(OF_SITE, readings)),
      ...samplesOf(OF_MACHINE, await measureMachine(machine)),
    ];
  },
});
