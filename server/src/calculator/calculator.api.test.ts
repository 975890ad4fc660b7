import * as calls from '@homecare/domain/calculator/contract.ts';
import { EXISTS, ONLY_FUTURE_DAYS } from '@homecare/domain/calculator/norms.ts';
import { EMPTY_PROVIDER, NO_CLIENT, NO_START_DATE, NO_TASKS } from '@homecare/domain/calculator/rules.ts';
import { ResultFile } from '@homecare/domain/calculator/schema.ts';
import { WEEKDAYS } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { getTypes, insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { readPdf } from '../../testing/pdf.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
let elsewhere: Caller;
let client: number;
let ana: number;
let ben: number;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  [admin, user, elsewhere] = await Promise.all([
    server.as('admin'),
    server.as('user'),
    server.as('admin', { site: server.siteNamed('other') }),
  ]);
  const { pool } = server.database;
  client = await addClient(pool, 'Baca');
  ana = await addProvider(pool, 'Adams', { start_ihss: '2026-01-05' });
  ben = await addProvider(pool, 'Brown', { start_ihss: '2026-01-05' });
});
afterAll(() => server.stop());

type Request = InputOf<typeof calls.calculate>;
type Provider = Request['providers'][number];
const provider = (value: number, values: Partial<Provider> = {}): Provider => ({
  value,
  days: [...WEEKDAYS],
  hmkTasks: 'IHSSHMK',
  personalTasks: 'IHSSPC',
  hmaTasks: null,
  ...values,
});
const line = (code: number, duration: number, times: number) => ({
  code,
  name: `Task ${code}`,
  norm: 'IND',
  duration,
  times,
  total: duration * times,
});
const request = (values: Partial<Request> = {}): Request => ({
  client,
  providers: [provider(ana), provider(ben)],
  startDate: '2026-12-01',
  timeStart: '07:55',
  timeEnd: '18:00',
  tasks: { homemaker: [line(105, 30, 7), line(108, 90, 1)], personal: [line(212, 30, 7)], health: [] },
  ...values,
});

const json = async (file: string) => {
  // A JSON file has no envelope.
  const answer = await admin.raw(requestOf(calls.getResult, { file }));
  expect(answer.status).toBe(200);
  return ResultFile.parse(JSON.parse(answer.text));
};

describe('a calculation', () => {
  it('places all tasks, and stores a pair of files for each provider and kind', async () => {
    const answer = await admin.call(calls.calculate, request());
    expect(answer).toMatchObject({ status: 200, Info: 'All 510 minutes placed' });
    expect(answer.data).toMatchObject({
      asked: 510,
      placed: 510,
      optimal: true,
      gap: 0,
      notPlaced: [],
      change: null,
    });
    const files = answer.data?.files ?? [];
    const run = answer.data?.run ?? 0;
    for (const file of files)
      expect(file).toMatch(
        new RegExp(`^ihss_${client}_20261120_${run}_(${ana}|${ben})_(hmk|pers)\\.(pdf|json)$`),
      );
    const results = await Promise.all(files.filter((file) => file.endsWith('.json')).map(json));
    expect(results.reduce((sum, { totals }) => sum + totals.minutes, 0)).toBe(510);
    for (const { days, request: kept } of results) {
      expect(kept).toMatchObject({ timeStart: '07:55', timeEnd: '18:00' });
      for (const day of days) {
        expect(day.in >= '08:00' && day.out <= '18:00').toBe(true);
        for (const task of day.tasks) expect(task.name).not.toContain('Task ');
      }
    }
    // A meal each day and a bath each day.
    const days = results.flatMap((result) =>
      result.days.flatMap(({ day, tasks }) => tasks.map((task) => ({ day, ...task }))),
    );
    expect(
      days
        .filter(({ code }) => code === 105)
        .map(({ day }) => day)
        .sort(),
    ).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].sort());
    const listed = await admin.call(calls.listResults, {});
    expect(listed.data?.filter(({ file }) => files.includes(file)).length).toBe(files.length);
    expect(listed.data?.[0]).toMatchObject({ result: 'All 510 minutes placed', added: 1_795_194_000 });
  });

  it('prints its result, with the start as entered and as sent', async () => {
    const { data } = await admin.call(calls.calculate, request());
    const file = data?.files.find((name) => name.endsWith('.pdf')) ?? '';
    const answer = await admin.call(calls.getResult, { file });
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } });
    const text = (await readPdf(answer.bytes)).map((page) => page.text).join('\n');
    for (const words of [
      'Baca, Chris',
      '08:00',
      '07:55',
      '18:00',
      'No other plans or services.',
      'Case manager',
    ])
      expect(text).toContain(words);
  });

  it('accepts an older client’s comma list of days and JSON texts', async () => {
    const { providers, tasks, ...rest } = request();
    const form = new URLSearchParams({
      client: String(rest.client),
      startDate: '2026-12-01',
      timeStart: '07:55',
      timeEnd: '18:00',
      providers: JSON.stringify(providers.map((one) => ({ ...one, days: 'Mon, Tue,Wed' }))),
      tasks: JSON.stringify({
        homemaker: JSON.stringify(tasks.homemaker),
        personal: JSON.stringify([
          { code: '212', name: 'x', norm: '', duration: '7.5', times: '2', total: '15' },
        ]),
        health: '',
      }),
    });
    const answer = await admin.raw({
      method: 'POST',
      url: '/homecare/api/modules/IHSS/getIHSSCalc.php',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    });
    expect(answer).toMatchObject({ status: 200, data: { asked: 315, placed: 315 } });
  });

  it('avoids the plans of provider and client', async () => {
    const other = await addClient(server.database.pool, 'Chavez');
    const plan = (ProviderID: number, ClientID: number, times: Parameters<typeof weekOf>[0]) =>
      admin.call(insertCarePlan, {
        data: {
          ProviderID,
          ClientID,
          Type: 'PCP',
          StartDate: '2026-11-23',
          createReason: 'New',
          week: weekOf(times),
        },
      });
    expect((await plan(ana, other, { Mon: ['08:00', '12:00'] })).status).toBe(200);
    expect((await plan(ben, client, { Mon: ['14:00', '17:00'] })).status).toBe(200);
    const { data } = await admin.call(
      calls.calculate,
      request({
        providers: [provider(ana, { days: ['Mon'] })],
        tasks: { homemaker: [], personal: [line(212, 60, 1)], health: [] },
      }),
    );
    const result = await json(data?.files.find((name) => name.endsWith('.json')) ?? '');
    expect(result.days).toEqual([
      { day: 'Mon', in: '12:15', out: '13:15', tasks: [{ code: 212, name: 'Bathing', minutes: 60 }] },
    ]);
    expect(result.warnings).toEqual([]);
  });

  it('places a night across midnight, and the care plan accepts it', async () => {
    const night = await addProvider(server.database.pool, 'Night', { start_ihss: '2026-01-05' });
    const sleeper = await addClient(server.database.pool, 'Sleeper');
    const plan = (ProviderID: number, Type: string, week: ReturnType<typeof weekOf>) =>
      admin.call(insertCarePlan, {
        data: {
          ProviderID,
          ClientID: sleeper,
          Type,
          StartDate: '2026-12-01',
          createReason: 'New',
          week: week,
        },
      });
    expect(
      (await plan(ben, 'PCP', weekOf({ Tue: ['18:00', '23:00'], Wed: ['04:30', '06:00'] }))).status,
    ).toBe(200);
    const { data } = await admin.call(
      calls.calculate,
      request({
        client: sleeper,
        providers: [provider(night, { days: ['Tue'] })],
        timeStart: '20:55',
        timeEnd: '07:00',
        tasks: { homemaker: [], personal: [line(212, 300, 1)], health: [] },
      }),
    );
    const file = data?.files.find((name) => name.endsWith('.json')) ?? '';
    const { days } = await json(file);
    expect(days).toMatchObject([{ day: 'Tue', in: '23:00', out: '04:00' }]);
    const pdf = await admin.call(calls.getResult, { file: file.replace('json', 'pdf') });
    expect((await readPdf(pdf.bytes)).map(({ text }) => text).join(' ')).toContain('07:00 the next day');
    expect((await plan(night, 'IHSSPC', weekOf({ Tue: ['23:00', '04:00'] }))).status).toBe(200);
  });

  it('gives a client no more in a year than the caps allow, and says which', async () => {
    const { pool } = server.database;
    const member = await addClient(pool, 'Member');
    const cap = {
      kind: 'personalYear' as const,
      validFrom: '2027-03-01',
      minutes: 36_500,
      source: 'Letter of the state',
      rev: null,
    };
    expect((await admin.call(calls.saveCap, cap)).data).toEqual({ rev: 0 });
    const run = (startDate: string) =>
      admin.call(
        calls.calculate,
        request({
          client: member,
          startDate,
          providers: [provider(ana)],
          tasks: { homemaker: [], personal: [line(212, 100, 7), line(203, 20, 5)], health: [] },
        }),
      );
    // 36,500 minutes a year are 700 a week.
    const { data, Info } = await run('2027-03-01');
    expect(Info).toBe('Not placed: 100 of 800 minutes');
    expect(data?.optimal).toBe(true);
    expect(data?.notPlaced).toMatchObject([
      {
        minutes: 100,
        reason:
          'Personal care a year: at most 608.33 hours for one client. Beside other plans that leaves 700 minutes a week.',
      },
    ]);
    expect(data?.change).toBe(
      'Take at least 100 minutes a week away from what is capped as personal care a year.',
    );
    const kept = await json(data?.files.find((name) => name.endsWith('.json')) ?? '');
    expect(kept).toMatchObject({ optimal: true, notPlaced: data?.notPlaced });
    // Before that day the cap is only a warning.
    const before = (await run('2026-12-01')).data;
    expect(before?.notPlaced).toEqual([]);
    expect(before?.warnings).toContain(
      'From 03-01-2027 on 11.67 hours a week are left of: personal care a year; planned are 13.33.',
    );
    // A soft cap is reported and not enforced.
    expect((await admin.call(calls.saveCap, { ...cap, soft: true, rev: 0 })).data).toEqual({ rev: 1 });
    const soft = (await run('2027-03-01')).data;
    expect(soft?.notPlaced).toEqual([]);
    expect(soft?.warnings).toContain(
      '11.67 hours a week are left of: personal care a year; planned are 13.33. A soft limit: ask the case manager for an exception.',
    );
    // The agency can choose to enforce it.
    await admin.call(calls.saveLimitRule, { limit: 'personalYear', rule: 'block', rev: null });
    expect((await run('2027-03-01')).data?.notPlaced).toMatchObject([{ minutes: 100 }]);
    await admin.call(calls.saveLimitRule, { limit: 'personalYear', rule: 'justify', rev: 0 });
    await admin.call(calls.removeCap, { kind: 'personalYear', validFrom: '2027-03-01' });
  });

  it('places what exceeds a soft cap of one provider, and says so', async () => {
    const soft = { kind: 'providerWeek' as const, validFrom: '2027-04-01', minutes: 600, source: 'Letter' };
    await admin.call(calls.saveCap, { ...soft, soft: false, rev: null });
    const run = () =>
      admin.call(
        calls.calculate,
        request({
          startDate: '2027-04-05',
          providers: [provider(ana)],
          tasks: { homemaker: [], personal: [line(212, 100, 7)], health: [] },
        }),
      );
    expect((await run()).data?.notPlaced).toMatchObject([{ minutes: 400 }]);
    await admin.call(calls.saveCap, { ...soft, soft: true, rev: 0 });
    const { data } = await run();
    expect(data?.notPlaced).toEqual([]);
    expect(data?.warnings).toContainEqual(
      expect.stringMatching(
        /would have 15\.67 hours, at most 10: one provider a week\. This is a soft limit\.$/,
      ),
    );
    await admin.call(calls.removeCap, { kind: 'providerWeek', validFrom: '2027-04-01' });
  });

  it('says what did not fit, why, and the cheapest change', async () => {
    const { data, Info } = await admin.call(
      calls.calculate,
      request({
        providers: [provider(ana, { days: ['Tue'] })],
        timeEnd: '09:00',
        tasks: { homemaker: [line(101, 30, 1)], personal: [line(212, 40, 1)], health: [line(301, 10, 2)] },
      }),
    );
    expect(Info).toBe('Not placed: 50 of 90 minutes');
    expect(data?.notPlaced).toEqual([
      {
        code: 101,
        minutes: 30,
        reason:
          'The time between 08:00 and 09:00 is used up on every day on which a provider with a homemaker code can come.',
      },
      { code: 301, minutes: 20, reason: 'No provider has a health maintenance code.' },
    ]);
    expect(data?.change).toBe('Choose a health maintenance code for one of the providers.');
    const results = await Promise.all((data?.files ?? []).filter((name) => name.endsWith('.json')).map(json));
    const sum = results.reduce(
      (all, { totals, notPlaced }) =>
        all + totals.minutes + notPlaced.reduce((rest, { minutes }) => rest + minutes, 0),
      0,
    );
    expect(sum).toBe(90);
    const later = await admin.call(
      calls.calculate,
      request({
        providers: [provider(ana, { days: ['Tue'] })],
        timeEnd: '08:55',
        tasks: { homemaker: [line(101, 30, 1)], personal: [line(212, 30, 1)], health: [] },
      }),
    );
    expect(later.data?.change).toBe('An end time 5 minutes later (09:00) lets everything fit.');
  });

  test.each<[string, Partial<Request>, string]>([
    ['a provider without a day', { providers: [provider(1, { days: [] })] }, EMPTY_PROVIDER],
    [
      'a provider without a code',
      { providers: [provider(1, { hmkTasks: null, personalTasks: '' })] },
      EMPTY_PROVIDER,
    ],
    ['no client', { client: null }, NO_CLIENT],
    ['an unknown client', { client: 2_000_000_000 }, NO_CLIENT],
    ['no start date', { startDate: null }, NO_START_DATE],
    ['no tasks', { tasks: { homemaker: [line(101, 0, 7)], personal: [], health: [] } }, NO_TASKS],
    [
      'a code of another table',
      { tasks: { homemaker: [line(201, 5, 1)], personal: [], health: [] } },
      '201 Task 201: task codes of this table are 101 to 110.',
    ],
    [
      'half minutes',
      { tasks: { homemaker: [line(101, 5, 0.5)], personal: [], health: [] } },
      '101 Task 101: minutes × times is not a whole number of minutes.',
    ],
    [
      'an end that is the start',
      { timeEnd: '08:00' },
      'End time cannot be the start time; from 00:00 to 00:00 is the whole day.',
    ],
  ])('refuses %s', async (_, values, message) => {
    expect(await admin.call(calls.calculate, request(values))).toMatchObject({ status: 400, Info: message });
  });

  it('refuses a code of another kind, and unknown people', async () => {
    const wrong = await admin.call(
      calls.calculate,
      request({ providers: [provider(ana, { hmkTasks: 'PCP' })] }),
    );
    expect(wrong).toMatchObject({ status: 400, Info: 'PCP is not a homemaker code of IHSS.' });
    const nobody = await admin.call(calls.calculate, request({ providers: [provider(client)] }));
    expect(nobody).toMatchObject({ status: 400, Info: 'One of the providers is not active.' });
  });

  it('does not hold up other calls', async () => {
    const order: string[] = [];
    const many = Array.from({ length: 10 }, (_, n) => line(101 + n, 30 + n, 7));
    const calculation = admin
      .call(
        calls.calculate,
        request({ tasks: { homemaker: many, personal: [line(201, 25, 14)], health: [] } }),
      )
      .then(({ status }) => order.push(`calculated ${status}`));
    await admin.call(calls.listNorms, {}).then(({ status }) => order.push(`listed ${status}`));
    await calculation;
    expect(order).toEqual(['listed 200', 'calculated 200']);
  });

  it('is for admins only, on their own site', async () => {
    expect((await user.call(calls.calculate, request())).status).toBe(403);
    expect((await user.call(calls.listResults, {})).status).toBe(403);
    expect((await elsewhere.call(calls.listResults, {})).data).toEqual([]);
    const { data } = await admin.call(calls.listResults, {});
    const file = data?.[0]?.file ?? '';
    expect((await user.call(calls.getResult, { file })).status).toBe(403);
    expect((await elsewhere.call(calls.getResult, { file })).status).toBe(404);
    for (const name of [
      '../../etc/passwd',
      'ihss_1.pdf',
      '',
      file.replace(/\.\w+$/, '.exe'),
      `${file}/../${file}`,
    ])
      expect((await admin.call(calls.getResult, { file: name })).status).toBe(404);
  });
});

describe('norms and caps', () => {
  it('include the caps of a year, each with its source', async () => {
    const { data } = await admin.call(calls.listNorms, {});
    const ofClients = data?.caps.filter(({ kind }) => kind.endsWith('Year')) ?? [];
    expect(ofClients.map(({ kind, minutes }) => [kind, minutes])).toEqual([
      ['healthYear', 19_000 * 15],
      ['oversightYear', 1_460 * 15],
      ['personalYear', 10_000 * 15],
      ['relativeYear', 444 * 60],
    ]);
    for (const { source } of ofClients) expect(source).toMatch(/secondary source: compare with the state/);
    const cap = { kind: 'healthYear' as const, validFrom: '2027-01-01', source: 'x', rev: null };
    expect((await admin.call(calls.saveCap, { ...cap, minutes: 525_601 })).status).toBe(400);
  });

  it('are the standard ones until changed, and every task belongs to its IHSS type', async () => {
    const { data } = await admin.call(calls.listNorms, {});
    expect(data?.norms.length).toBe(43);
    expect(
      data?.norms
        .filter(({ minutes }) => minutes !== null)
        .map(({ code, minutes, per }) => [code, minutes, per]),
    ).toEqual([
      [101, 15, 'room'],
      [105, 30, 'event'],
      [109, 120, 'week'],
    ]);
    const { data: types } = await admin.call(getTypes, { filters: [] });
    for (const [code, from, to] of [
      ['IHSSHMK', 101, 110],
      ['IHSSPC', 201, 215],
      ['IHSSRPC', 201, 215],
      ['IHSSHMA', 301, 318],
    ] as const) {
      const type = types?.find(({ Code }) => Code === code);
      const offered = [...(type?.taskOptions.pcItems ?? []), ...(type?.taskOptions.hmItems ?? [])].map(
        ({ Name }) => Name,
      );
      const names =
        data?.norms.filter((norm) => from <= norm.code && norm.code <= to).map(({ name }) => name) ?? [];
      expect(names.filter((name) => !offered.includes(name))).toEqual([]);
    }
  });

  it('apply from a day on, are corrected under their revision, and can be taken back before that day', async () => {
    const norm = {
      code: 102,
      validFrom: '2026-12-15',
      name: 'Bathroom cleaning',
      minutes: 20,
      per: null,
      source: 'Letter',
      rev: null,
    };
    expect((await admin.call(calls.saveNorm, norm)).data).toEqual({ rev: 0 });
    expect(await admin.call(calls.saveNorm, norm)).toMatchObject({ status: 409, Info: EXISTS });
    expect((await admin.call(calls.saveNorm, { ...norm, minutes: 25, rev: 0 })).data).toEqual({ rev: 1 });
    expect((await admin.call(calls.saveNorm, { ...norm, minutes: 30, rev: 0 })).status).toBe(409);
    expect((await admin.call(calls.saveNorm, { ...norm, minutes: 0, rev: 1 })).status).toBe(400);
    expect((await admin.call(calls.saveNorm, { ...norm, source: ' ', rev: 1 })).status).toBe(400);
    expect((await user.call(calls.saveNorm, norm)).status).toBe(403);
    expect((await elsewhere.call(calls.listNorms, {})).data?.norms.length).toBe(43);
    expect((await admin.call(calls.removeNorm, { code: 102, validFrom: '2026-12-15' })).data).toEqual({
      removed: 1,
    });
    expect(await admin.call(calls.removeNorm, { code: 102, validFrom: '2020-01-01' })).toMatchObject({
      status: 409,
      Info: ONLY_FUTURE_DAYS,
    });
    const cap = {
      kind: 'providerDay' as const,
      validFrom: '2026-12-15',
      minutes: 600,
      source: 'Letter',
      rev: null,
    };
    expect((await admin.call(calls.saveCap, cap)).data).toEqual({ rev: 0 });
    expect(
      (await admin.call(calls.removeCap, { kind: 'providerDay', validFrom: '2026-12-15' })).data,
    ).toEqual({ removed: 1 });
    expect((await admin.call(calls.saveCap, { ...cap, minutes: 2000 })).status).toBe(400);
  });
});
