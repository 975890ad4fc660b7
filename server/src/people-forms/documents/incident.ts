import { sayTime, showDate, showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import {
  type FollowUp,
  INCIDENT_KINDS,
  type Incident,
  type IncidentFacts,
} from '@homecare/domain/incidents/schema.ts';
import { CRITICAL_WORDS, HARM_WORDS, KIND_WORDS, RECIPIENT_WORDS } from '@homecare/domain/incidents/words.ts';
import type { Block, FieldBox, Row } from '../../platform/documents/blocks.ts';
import { box, type ClientFacts, clientBlock, presentPlans, providerOf } from './client-blocks.ts';

/** Kinds of incidents in 10 CCR 2505-10 8.7411, which has none for a fall; that counts as an injury. */
const TYPES = INCIDENT_KINDS.filter((kind) => kind !== 'fall');
const typeOf = ({ kind }: IncidentFacts) => (kind === 'fall' ? 'injury' : kind);
const NOTIFIED = ['caseManager', 'doctor', 'family', 'protectiveServices', 'police'] as const;

type Fact = (facts: IncidentFacts) => string | null;

/** The notices that were given, with blank rows below for others the form requires. */
const noticeRows = (incident: Incident | undefined, zone: string): Row[] => {
  const given = (incident?.notices ?? []).filter(({ isMistake }) => !isMistake);
  const left = NOTIFIED.filter((whom) => !given.some((one) => one.whom === whom));
  return [
    ...given.map(({ whom, outcome, name, at, memo, by }) => {
      const [day, ...clock] = showStamp(at, zone).split(' ');
      return [
        RECIPIENT_WORDS[whom],
        outcome === 'told' ? [name, memo].filter(Boolean).join(', ') : `Not needed: ${memo}`,
        day ?? '',
        clock.join(' '),
        by,
      ];
    }),
    ...left.map((whom) => [RECIPIENT_WORDS[whom], '', '', '', '']),
  ];
};

const followUpFields = (incident: Incident | undefined): FieldBox[] => {
  const [first, ...more] = incident?.followUps ?? [];
  const boxes = (one: FollowUp | undefined): FieldBox[] => [
    { label: 'Follow-up', span: 7, value: one ? [one.what, one.result].filter(Boolean).join(': ') : null },
    { label: 'By whom', span: 3, value: one?.who ?? null },
    { label: 'Until', span: 2, value: one ? showDate(one.until) : null },
  ];
  return [...boxes(first), ...more.flatMap(boxes)];
};

/** Filled in by hand on the blank form. */
const written = (text: string | undefined, lines: number): Block =>
  text === undefined ? { kind: 'lines', count: lines } : { kind: 'paragraph', text };

/** Blank, or with the known facts of an incident. */
export const incidentBlocks = (facts: ClientFacts, incident?: Incident): Block[] => {
  const { client, paper, zone } = facts;
  const known = incident?.facts;
  const fact = (say: Fact) => (known ? say(known) : null);
  return [
    ...clientBlock(client),
    {
      kind: 'fields',
      fields: [
        box(client, 'Case Manager', 4),
        box(client, 'Managers Phone', 2),
        box(client, 'Doctor', 4),
        box(client, 'Doctors Phone #', 2),
      ],
    },
    { kind: 'gap', height: 3 },
    {
      kind: 'table',
      columns: [
        { head: 'Care plan', width: 34 },
        { head: 'Provider', width: 40 },
        { head: 'Phone', width: 26 },
      ],
      rows: presentPlans(facts).map((plan) => [plan.type, providerOf(plan), plan.providerPhone ?? '']),
      none: 'No care plan runs today or later.',
    },
    { kind: 'section', text: 'Incident' },
    {
      kind: 'fields',
      fields: [
        { label: 'Person reporting', span: 5, value: fact(({ reporter }) => reporter) },
        { label: 'Job', span: 4 },
        { label: 'Phone', span: 3 },
        { label: 'Persons involved', span: 6, value: fact(({ others }) => others) },
        { label: 'Witnesses', span: 6 },
        { label: 'Date', span: 2, value: fact(({ date }) => showDate(date)) },
        { label: 'Time', span: 2, value: fact(({ time }) => time && sayTime(time)) },
        {
          label: 'Duration',
          span: 2,
          value: fact(({ minutes }) => (minutes === null ? null : counted(minutes, 'minute'))),
        },
        { label: 'Place', span: 6, value: fact(({ place }) => place) },
      ],
    },
    { kind: 'gap', height: 3 },
    {
      kind: 'table',
      columns: [
        { head: '', width: 22 },
        { head: '', width: 26 },
        { head: '', width: 52 },
      ],
      rows: [
        [
          { check: { label: 'Observed by us', checked: known?.witnessed === 'observed' } },
          { check: { label: 'Reported to us', checked: known?.witnessed === 'reported' } },
          `by whom:${known?.witnessed === 'reported' ? ` ${known.reporter}` : ''}`,
        ],
      ],
    },
    {
      kind: 'checks',
      label: 'Type',
      columns: 4,
      items: TYPES.map((kind) => ({
        label: KIND_WORDS[kind],
        checked: known !== undefined && typeOf(known) === kind,
      })),
    },
    {
      kind: 'checks',
      label: 'Critical',
      columns: 4,
      items: (['yes', 'no'] as const).map((one) => ({
        label: CRITICAL_WORDS[one],
        checked: known?.critical === one,
      })),
    },
    { kind: 'section', text: 'What happened' },
    written(known && [known.kind === 'fall' ? 'Fall.' : '', known.what].filter(Boolean).join(' '), 12),
    { kind: 'section', text: 'Injury marks' },
    { kind: 'body', label: 'Mark each injury on the figures and describe it here.' },
    { kind: 'section', text: 'What was done' },
    {
      kind: 'fields',
      fields: [
        { label: 'Action taken', span: 7, lines: 2, value: fact(({ measures }) => measures) },
        {
          label: known ? 'Harm' : 'Care given where',
          span: 5,
          lines: 2,
          value: fact(({ harm }) => HARM_WORDS[harm]),
        },
      ],
    },
    { kind: 'section', text: 'Notified' },
    { kind: 'paragraph', style: 'small', text: paper.texts.incidentNotice },
    {
      kind: 'table',
      columns: [
        { head: 'Who', width: 22 },
        { head: 'Name', width: 30 },
        { head: 'Date', width: 15 },
        { head: 'Time', width: 11 },
        { head: 'By', width: 22 },
      ],
      rowHeight: 18,
      rows: noticeRows(incident, zone),
    },
    { kind: 'section', text: 'Follow-up' },
    {
      kind: 'fields',
      fields: [
        ...followUpFields(incident),
        { label: 'Resolution', span: 12, lines: 2, value: incident?.resolution ?? null },
      ],
    },
    { kind: 'signatures', signatures: [{ role: 'Reporter' }, { role: 'Supervisor' }] },
  ];
};
