import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { savePins } from '@homecare/domain/telephony/contract.ts';
import { type CallScript, type PlayedCall, playCall } from '../../simulators/src/twilio-voice.ts';
import { addClient, addProvider, weekOf } from './care.ts';
import { type Caller, type TestServer, testServer } from './server.ts';

/** An agency whose caregivers check in by telephone: the server, and calls to it. */

const ACCOUNT = `AC${'1'.repeat(32)}`;
export const PHONE_LINE = '+13035550110';
export const PHONE_PUBLIC = 'https://care.agency.test';
export const PHONE_TOKEN = 'secret';

export const phoneServer = (now: string, others: readonly string[] = []): Promise<TestServer> =>
  testServer({
    now,
    others,
    entry: {
      hosts: ['localhost', 'care.agency.test'],
      publicUrl: PHONE_PUBLIC,
      textMessages: {
        accountSid: ACCOUNT,
        authToken: PHONE_TOKEN,
        from: PHONE_LINE,
        url: 'http://127.0.0.1:9',
      },
    },
  });

const VOICE = `${PHONE_PUBLIC}/homecare/api/hooks/twilio/voice`;

/** Plays a call against a test's server. */
export const callIn = (
  server: TestServer,
  script: CallScript,
  authToken: string = PHONE_TOKEN,
): Promise<PlayedCall> =>
  playCall(
    {
      accountSid: ACCOUNT,
      authToken,
      number: PHONE_LINE,
      url: VOICE,
      send: async (url, fields, signature) => {
        const answer = await server.app.inject({
          method: 'POST',
          url: url.slice(PHONE_PUBLIC.length),
          payload: new URLSearchParams(fields).toString(),
          headers: {
            host: 'care.agency.test',
            'content-type': 'application/x-www-form-urlencoded',
            'x-twilio-signature': signature,
          },
        });
        return { status: answer.statusCode, body: answer.body };
      },
    },
    script,
  );

/** What a caller presses, by what the voice asks for. */
export interface Keys {
  readonly language?: 'en' | 'es';
  readonly number: string;
  readonly pin: string;
  readonly move: 'in' | 'out';
  readonly code?: string;
  readonly visit?: string;
  readonly tasks?: string;
}

const ASKED: readonly (readonly [RegExp, (keys: Keys) => string])[] = [
  [/Para español/, ({ language }) => (language === 'es' ? '2' : '1')],
  [/then press pound\. If you did none|no hizo ninguna/, ({ tasks = '' }) => `${tasks}#`],
  [/code device|aparato de códigos/, ({ code = '' }) => `${code}#`],
  [/To check in with|To check out with|Para llegada con|Para salida con/, ({ visit = '1' }) => visit],
  [/To check in, press 1|Para registrar su llegada/, ({ move }) => (move === 'in' ? '1' : '2')],
  [/Enter your caregiver number|Marque su número de cuidador/, ({ number }) => `${number}#`],
  [/Enter your PIN|Marque su PIN/, ({ pin }) => `${pin}#`],
];

/** Answers each question of the menu; hangs up at an unknown one. */
export const pressing =
  (keys: Keys) =>
  (heard: string): string | null =>
    ASKED.find(([asks]) => asks.test(heard))?.[1](keys) ?? null;

export interface PhoneVisit {
  readonly providerId: number;
  readonly clientId: number;
  readonly visitId: number;
  /** The client's own phone. */
  readonly home: string;
}

/** A caregiver with a visit on a day, to a client with their own phone. */
export const phoneVisit = async (
  server: TestServer,
  admin: Caller,
  n: number,
  { day, times }: { readonly day: string; readonly times: readonly [string, string] },
): Promise<PhoneVisit> => {
  const digits = String(n).padStart(7, '0');
  const { pool } = server.database;
  const providerId = await addProvider(pool, `Caregiver${n}`);
  const clientId = await addClient(pool, `Client${n}`, {
    phone: `(720) ${digits.slice(0, 3)}-${digits.slice(3)}`,
  });
  const weekday = (['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const)[
    Temporal.PlainDate.from(day).dayOfWeek - 1
  ];
  const data = { ProviderID: providerId, ClientID: clientId, Type: 'PCP', createReason: 'New' };
  const made = await admin.call(insertCarePlan, {
    data: { ...data, StartDate: day, week: weekOf({ [weekday ?? 'Fri']: times }) },
  });
  const { rows } = await pool.query<{ id: number }>(
    'select id from visits where care_plan_id = $1 and planned_day = $2',
    [made.insertId, day],
  );
  const [visit] = rows;
  if (!visit) throw new Error(`no visit was made: ${made.text}`);
  return { providerId, clientId, visitId: visit.id, home: `+1720${digits}` };
};

export const PHONE_PIN = '704921';
export const numberOf = (providerId: number) => String(providerId).padStart(4, '0');

export const setPin = async (admin: Caller, providerId: number, pin: string = PHONE_PIN): Promise<void> => {
  const saved = await admin.call(savePins, { pins: [{ providerId, number: numberOf(providerId), pin }] });
  if (saved.status !== 200) throw new Error(saved.text);
};
