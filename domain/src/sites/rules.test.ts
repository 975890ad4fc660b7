import { describe, expect, it, test } from 'vitest';
import { SWITCH_DEFAULTS } from './limits.ts';
import { balanceReason, checkSettings, isSwitchedOn, sandataReason, tidySettings } from './rules.ts';
import type { PaperTexts, SiteSettings, SiteSwitches } from './schema.ts';

const settings = (switches: Partial<SiteSwitches> = {}, paper: Partial<PaperTexts> = {}): SiteSettings => ({
  switches: {
    smsEnabled: true,
    emailEnabled: true,
    sandataEnabled: true,
    eligibility: true,
    temporaryEnabled: true,
    archiveOnSaveEnabled: true,
    sendsCompleteVisits: false,
    langGroup: ['English'],
    timeZone: 'America/Denver',
    ...SWITCH_DEFAULTS,
    ownClientsOnly: false,
    correctsOwnRecords: false,
    startOnToday: false,
    ...switches,
  },
  paper: {
    agency: 'Front Range Home Care',
    address: ['14201 E 4th Avenue'],
    phone: '',
    fax: '',
    email: '',
    medicaidProviderId: '',
    officerName: '',
    officerTitle: '',
    officerPhone: '',
    confidentiality: '',
    incidentNotice: '',
    phone24h: '',
    reportAtOnce: [],
    timesheetStatement: '',
    diagnosisOnPlan: true,
    orderSheet: true,
    ...paper,
  },
});

describe('settings of a site', () => {
  test.each<[Partial<SiteSwitches>, Partial<PaperTexts>, string[]]>([
    [{}, {}, []],
    [{ langGroup: [' English', '', 'Spanish '] }, {}, []],
    [{ langGroup: ['English', 'english'] }, {}, ['switches.langGroup']],
    [{ langGroup: ['x'.repeat(41)] }, {}, ['switches.langGroup']],
    [{ langGroup: Array.from({ length: 31 }, (_, n) => `L${n}`) }, {}, ['switches.langGroup']],
    [{ timeZone: '' }, {}, []],
    [{ timeZone: 'Asia/Kathmandu' }, {}, []],
    [{ timeZone: 'Mars/Olympus' }, {}, ['switches.timeZone']],
    [{ timeZone: '+01:00' }, {}, ['switches.timeZone']],
    [{ idleMinutes: 10 }, {}, []],
    [{ idleMinutes: 120 }, {}, []],
    [{ idleMinutes: 9 }, {}, ['switches.idleMinutes']],
    [{ idleMinutes: 121 }, {}, ['switches.idleMinutes']],
    [{ idleMinutes: 30.5 }, {}, ['switches.idleMinutes']],
    [{ temporaryBack: 0, temporaryAhead: 0, temporaryLength: 1 }, {}, []],
    [{ temporaryBack: -1, temporaryLength: 0 }, {}, ['switches.temporaryBack', 'switches.temporaryLength']],
    [{ temporaryAhead: 367 }, {}, ['switches.temporaryAhead']],
    [{ lateMinutes: 5 }, {}, []],
    [{ lateMinutes: 4 }, {}, ['switches.lateMinutes']],
    [{ lateMinutes: 241 }, {}, ['switches.lateMinutes']],
    [{ callTooMinutes: 0 }, {}, []],
    [{ callTooMinutes: 1_441 }, {}, ['switches.callTooMinutes']],
    [{ messagesPerDay: 1 }, {}, []],
    [{ messagesPerDay: 0 }, {}, ['switches.messagesPerDay']],
    [{ messagesPerDay: 10_001 }, {}, ['switches.messagesPerDay']],
    [{}, { email: 'office@agency.example' }, []],
    [{}, { email: 'office' }, ['paper.email']],
    [{}, { address: ['1', '2', '3', '4', ' '] }, []],
    [{}, { address: ['1', '2', '3', '4', '5'] }, ['paper.address']],
    [{}, { phone: '3'.repeat(81) }, ['paper.phone']],
    [{}, { confidentiality: 'x'.repeat(601) }, ['paper.confidentiality']],
    [{}, { reportAtOnce: ['x'.repeat(201)] }, ['paper.reportAtOnce']],
    [{}, { timesheetStatement: 'x'.repeat(401) }, ['paper.timesheetStatement']],
  ])('%j %j have faults in: %j', (switches, paper, fields) =>
    expect(checkSettings(tidySettings(settings(switches, paper))).map(({ field }) => field)).toEqual(fields),
  );
});

describe('the buttons of outside services', () => {
  const on = { sandataEnabled: true, smsEnabled: true, aggregatorAddress: true, textAccount: true };
  it('say what is missing if they do nothing', () => {
    expect(sandataReason({ ...on, sandataEnabled: false })).toContain('not switched on');
    expect(sandataReason({ ...on, aggregatorAddress: false })).toContain('No address');
    expect(sandataReason(on)).toBe(null);
    expect(balanceReason({ ...on, smsEnabled: false })).toContain('not switched on');
    expect(balanceReason({ ...on, textAccount: false })).toContain('recorded, not sent');
    expect(balanceReason(on)).toBe(null);
  });
});

test('version2 means a site version of 2 or more', () => {
  const capabilities = {
    premium: false,
    smsEnabled: true,
    emailEnabled: false,
    sandataEnabled: false,
    eligibility: false,
    billing: false,
  };
  expect(isSwitchedOn({ ...capabilities, version: 2 }, 'version2')).toBe(true);
  expect(isSwitchedOn({ ...capabilities, version: 1 }, 'version2')).toBe(false);
  expect(isSwitchedOn({ ...capabilities, version: 1 }, 'smsEnabled')).toBe(true);
});
