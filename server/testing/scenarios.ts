import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as accounting from '@homecare/domain/accounting/contract.ts';
import { FIRST_ACCOUNTS } from '@homecare/domain/accounting/ledger.ts';
import {
  deleteAccount,
  endSessionsOf,
  insertAccount,
  removeFactorOf,
  resumeAccount,
  saveAccount,
  sendPasswordLink,
  setFactorRule,
  suspendAccount,
  updateAccount,
} from '@homecare/domain/accounts/contract.ts';
import * as passkey from '@homecare/domain/accounts/passkey-contract.ts';
import * as phone from '@homecare/domain/accounts/phone-contract.ts';
import * as customRoles from '@homecare/domain/accounts/role-contract.ts';
import * as ownSession from '@homecare/domain/accounts/session-contract.ts';
import { login, logout, touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { beginSingleSignOn, finishSingleSignOn } from '@homecare/domain/accounts/single-sign-on-contract.ts';
import * as agencyExport from '@homecare/domain/agency-export/contract.ts';
import * as agencyForms from '@homecare/domain/agency-forms/contract.ts';
import { insertRecord } from '@homecare/domain/aggregator/contract.ts';
import { makeApiKey, revokeApiKey } from '@homecare/domain/api-keys/contract.ts';
import {
  deletePar,
  deleteProgram,
  justify,
  printRequests,
  savePar,
  saveProgram,
  sendRequests,
} from '@homecare/domain/authorizations/contract.ts';
import * as availability from '@homecare/domain/availability/contract.ts';
import {
  deleteWork,
  insertWork,
  payRecordedTime,
  sendNotAssigned,
  setStatus,
  undoSetStatus,
  updateWork,
} from '@homecare/domain/billing/contract.ts';
import { checkBooks } from '@homecare/domain/books/contract.ts';
import { cancelSend, listSkipped, startMails, startTexts } from '@homecare/domain/bulk-messages/contract.ts';
import * as calculator from '@homecare/domain/calculator/contract.ts';
import { addDays } from '@homecare/domain/calendar.ts';
import { AGREEMENTS, type Call } from '@homecare/domain/call.ts';
import { insertCandidate, restoreCandidate, updateCandidate } from '@homecare/domain/candidates/contract.ts';
import {
  changePlanVisits,
  coverAbsence,
  insertCarePlan,
  setPlanActive,
  updateCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import {
  listOpenRequests,
  saveOpenRequest,
  setOpenRequestStatus,
} from '@homecare/domain/care-plans/open-requests-contract.ts';
import { computeTotals } from '@homecare/domain/care-plans/rules.ts';
import {
  correctClaim,
  decideParked,
  deleteDenialReason,
  deleteDeposit,
  deletePayerTerms,
  downloadBatch,
  generateClaims,
  importDeposits,
  listOpenClaims,
  listParked,
  listSettlements,
  postManualPayment,
  prepareCorrections,
  previewCorrections,
  rehearseBatch,
  saveDenial,
  saveDenialReason,
  saveDeposit,
  savePayerTerms,
  sendCorrections,
  settleClaims,
  undoCorrections,
  undoSettlements,
  uploadAnswer,
} from '@homecare/domain/claims/contract.ts';
import * as eligibility from '@homecare/domain/eligibility/contract.ts';
import { decideFinding, listExclusions, screenPeople } from '@homecare/domain/exclusions/contract.ts';
import { endMember, invite, saveMember, sendLink } from '@homecare/domain/family/contract.ts';
import * as familyPage from '@homecare/domain/family/own-contract.ts';
import {
  deleteUserFile,
  renameUserFile,
  restoreUserFile,
  uploadFile,
} from '@homecare/domain/files/contract.ts';
import * as incidents from '@homecare/domain/incidents/contract.ts';
import { deleteView, saveView } from '@homecare/domain/list-views/contract.ts';
import {
  deleteTemplate,
  insertTemplate,
  queueEmail,
  queueSms,
  sendConfirmation,
  updateTemplate,
  uploadImage,
} from '@homecare/domain/messaging/contract.ts';
import {
  answerText,
  getConversation,
  markRead,
  sendAgain,
  takeStatus,
  takeText,
} from '@homecare/domain/messaging/delivery-contract.ts';
import { remindTimesheets, startMonthRun, undoMonthRun } from '@homecare/domain/month-close/contract.ts';
import * as offers from '@homecare/domain/offers/contract.ts';
import { DEFAULT_AUTOPILOT } from '@homecare/domain/offers/rules.ts';
import * as payers from '@homecare/domain/payers/contract.ts';
import * as payCategories from '@homecare/domain/payroll/category-contract.ts';
import * as payRates from '@homecare/domain/payroll/rate-contract.ts';
import * as payroll from '@homecare/domain/payroll/run-contract.ts';
import * as payrollWeeks from '@homecare/domain/payroll/week-contract.ts';
import {
  deleteHistory,
  insertPerson,
  setCheckInPoint,
  setExactPoint,
  updatePerson,
} from '@homecare/domain/people/contract.ts';
import { keepApart, mergePeople, undoMerge } from '@homecare/domain/people/merge-contract.ts';
import { lastHoursReport } from '@homecare/domain/people-forms/contract.ts';
import { importColumns } from '@homecare/domain/people-import/columns.ts';
import { importFile, readFile } from '@homecare/domain/people-import/contract.ts';
import * as planDocuments from '@homecare/domain/plan-documents/contract.ts';
import * as planTypes from '@homecare/domain/plan-types/contract.ts';
import * as privatePay from '@homecare/domain/private-pay/contract.ts';
import * as recordLog from '@homecare/domain/record-log/contract.ts';
import { addReportMail, removeReportMail } from '@homecare/domain/report-mails/contract.ts';
import { removeFeed, renewFeed } from '@homecare/domain/schedule/contract.ts';
import { skipStep } from '@homecare/domain/set-up/contract.ts';
import * as signing from '@homecare/domain/signing/contract.ts';
import { EMPTY } from '@homecare/domain/sites/connections.ts';
import * as sites from '@homecare/domain/sites/contract.ts';
import * as pages from '@homecare/domain/sites/page-contract.ts';
import * as staffing from '@homecare/domain/staffing/contract.ts';
import { getHolidays, saveHolidays } from '@homecare/domain/staffing/holiday-contract.ts';
import {
  getNotificationTemplates,
  saveNotificationTemplates,
} from '@homecare/domain/staffing/notifications-contract.ts';
import * as telephony from '@homecare/domain/telephony/contract.ts';
import {
  assignPage,
  deletePage,
  deleteScanError,
  getPageFile,
  getPagePicture,
  getTs,
  updateScanError,
  uploadScan,
} from '@homecare/domain/timesheets/contract.ts';
import { assignRow, snoozeRow } from '@homecare/domain/today/contract.ts';
import {
  acceptAttempts,
  applyBulk,
  getEvvProvider,
  markReviewed,
  rescheduleVisit,
  undoBulk,
  updateVisit,
} from '@homecare/domain/visits/contract.ts';
import * as webhooks from '@homecare/domain/webhooks/contract.ts';
import { generateSync } from 'otplib';
import { openPayer, startPayer } from '../../simulators/src/payer.ts';
import type { PayerOutcome } from '../../simulators/src/payer-books.ts';
import { startSandata } from '../../simulators/src/sandata.ts';
import { startTwilio } from '../../simulators/src/twilio.ts';
import { newSid, signatureOf } from '../../simulators/src/twilio-books.ts';
import { runMonth } from '../src/month-close/running.ts';
import { Scope } from '../src/platform/auth/scope.ts';
import { newFileKey } from '../src/platform/files/store.ts';
import { readUpload } from '../src/timesheets/jobs.ts';
import { fallCheck, goodAnswers } from './agency-forms.ts';
import {
  addClient,
  addPhoneLogin,
  addProvider,
  addScan,
  CLIENT_POINT,
  PAYER,
  setPayRates,
  weekOf,
} from './care.ts';
import { leieFile } from './exclusion-files.ts';
import { asFamily } from './family.ts';
import { csvLine, fileOf, templateMapping } from './import-files.ts';
import { newIncidentOn, toldAt } from './incidents.ts';
import { insurerRemittance } from './insurer.ts';
import { startIssuer } from './openid-issuer.ts';
import { softPasskey } from './passkey.ts';
import { DENIAL_REASON, PAYER_TERMS } from './payer-rules.ts';
import { requestOf, type SampleFile } from './requests.ts';
import { sampleClient, sampleProvider, sampleSsn } from './sample-people.ts';
import { pdfOf } from './scanned.ts';
import { type Answer, type Caller, TEST_PASSWORD, type TestServer, testServer } from './server.ts';

/**
 * A scenario for each writing call: it prepares what the call needs and returns an input with which it succeeds. The statement sweep
 * and the fuzz use them.
 */
const NOW = '2026-11-20T17:00:00Z';
const today = Temporal.PlainDate.from('2026-11-20');

let server: TestServer;
/** A company's sign-in service, once a scenario has asked for it. */
let issuer: Awaited<ReturnType<typeof startIssuer>> | undefined;
/** The admin who prepares. */
let admin: Caller;
/** The text provider: nothing is sent in this test, and its reports are signed. */
const ACCOUNT = { accountSid: `AC${'5'.repeat(32)}`, authToken: 'sweep' };
const PUBLIC = 'https://care.agency.test';
const signed = (fields: Readonly<Record<string, string>>): Caller => ({
  ...server.anonymous(),
  raw: (options) => {
    const all = { AccountSid: ACCOUNT.accountSid, ...fields };
    const signature = signatureOf(ACCOUNT.authToken, `${PUBLIC}${String(options.url)}`, all);
    return server.anonymous().raw({
      ...options,
      payload: new URLSearchParams(all).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature,
      },
    });
  },
});
/** A text from a new phone. */
const incoming = () => {
  const from = `+1720${String(5_560_000 + next())}`;
  const fields = { MessageSid: newSid('SM'), From: from, To: '+13035550110', Body: 'I am late' };
  return { from, fields };
};
/** A caregiver with a unique birth date, and a list that contains them. */
const excludedCaregiver = async () => {
  // However many there are, each is an adult born on a different day.
  const birth = Temporal.PlainDate.from('1950-01-01')
    .add({ days: (37 * next()) % 18_000 })
    .toString();
  const last = `Excluded ${next()}`;
  await admin.call(insertPerson, { data: { ...provider(), LastName: last, FirstName: 'Jane', DOB: birth } });
  const content = leieFile([{ last: 'Excluded', first: 'Jane', birth }]);
  return { last, file: { name: 'UPDATED.csv', content } };
};
/** An incoming call, and one whose caller is asked for the language. */
const callFields = () => ({
  CallSid: newSid('CA'),
  From: `+1720${String(5_560_000 + next())}`,
  To: '+13035550110',
});
const ringing = async () => {
  const fields = callFields();
  await signed(fields).raw(requestOf(telephony.takeCall, {}));
  return fields;
};
const newPin = async () => ({
  providerId: await newProvider(),
  number: String(10_000 + next()),
  pin: '704921',
});
const newDevice = async () => ({
  clientId: await newClient(),
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
});
/** A queued text; `status` is what the worker would have left. */
const queuedText = async (status: string) => {
  const personId = await newClient();
  const queued = await admin.call(answerText, { personId, number: '(720) 555-0189', text: 'Hello' });
  const id = queued.data?.id ?? 0;
  const { pool } = server.database;
  const sid = newSid('SM');
  await pool.query('update messages set status = $2, sid = $3, tries = 1 where id = $1', [id, status, sid]);
  await pool.query(
    `insert into change_log (actor, role, call, entity, entity_id, action, changes)
     values ('test', 'job', 'test', 'message', $1, 'update', jsonb_build_object('Status', jsonb_build_array('waiting', $2::text)))`,
    [id, status],
  );
  return { id, sid };
};

const PAYER_NOW = { date: '20261120', time: '1000' };
const SANDATA = { account: '12345', user: 'agency@example.com', password: 'secret' };

/** Where the scenarios run: one server with a payer and an aggregator that answer. */
export interface Stage {
  readonly server: TestServer;
  /** The admin who prepares, and makes calls for which nobody else is named. */
  admin(): Caller;
  /** Another admin from now on, because a call may have ended the last one's sessions or account. */
  renewAdmin(): Promise<Caller>;
  close(): Promise<void>;
}

/** One per test file. */
export const openStage = async (options: { others?: readonly string[] } = {}): Promise<Stage> => {
  const payer = await startPayer({ now: () => PAYER_NOW });
  const sandata = await startSandata({ ...SANDATA, readyMs: 0 });
  const twilio = await startTwilio({ ...ACCOUNT, number: '+13035550110' });
  server = await testServer({
    ...options,
    now: NOW,
    payer: payer.url,
    entry: {
      localServices: true,
      publicUrl: PUBLIC,
      aggregator: {
        ...SANDATA,
        url: sandata.url,
        providerId: '9000123456',
        payerId: 'COHCPF',
        pollSeconds: 1,
      },
      textMessages: { ...ACCOUNT, from: '+13035550110', url: twilio.url },
    },
  });
  admin = await server.as('admin');
  return {
    server,
    admin: () => admin,
    renewAdmin: async () => {
      admin = await server.as('admin');
      return admin;
    },
    close: async () => {
      await server.stop();
      await payer.stop();
      await sandata.stop();
      await twilio.stop();
      await issuer?.stop();
    },
  };
};

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};
const made = (answer: Answer<unknown>): number => {
  if (answer.insertId === undefined) throw new Error(answer.text);
  return answer.insertId;
};
/** For preparing calls that create nothing. */
const succeeded = <T>(answer: Answer<T>): Answer<T> => {
  if (answer.status !== 200) throw new Error(answer.text);
  return answer;
};
const newClient = async () => made(await admin.call(insertPerson, { data: client() }));
/** Two clients, the second with a care plan and its visits. */
const pairToMerge = async () => {
  const keepId = await newClient();
  const { data } = await plan();
  made(await admin.call(insertCarePlan, { data }));
  return { keepId, awayId: data.ClientID, keepRev: 0, awayRev: 0, take: [], confirmed: [] };
};
const mergedPair = async () => {
  const pair = await pairToMerge();
  const { data } = await admin.call(mergePeople, pair);
  if (!data) throw new Error('the merge was refused');
  return { ...pair, mergeId: data.mergeId };
};
/** The first visit of a caregiver, who is signed in. */
const ownVisit = async () => {
  const data = await plan();
  const planId = made(await admin.call(insertCarePlan, data));
  const { rows } = await server.database.pool.query<{ id: number }>(
    'select min(id) as id from visits where care_plan_id = $1',
    [planId],
  );
  return {
    visitId: rows[0]?.id ?? 0,
    by: await server.as('evv', { providerId: data.data.ProviderID }),
  };
};
const yesterday = () => today.subtract({ days: 1 }).toString();
const newIncident = async () =>
  made(await admin.call(incidents.saveIncident, newIncidentOn(yesterday(), await newClient())));
const madeForm = async () => {
  const { data } = await admin.call(agencyForms.saveForm, {
    ...{ id: null, rev: null },
    definition: fallCheck(yesterday(), { title: `Fall check ${next()}` }),
  });
  if (!data) throw new Error('the form was refused');
  return { formId: data.id, versionId: data.versions[0]?.id ?? 0 };
};
const filling = async () => {
  const { formId, versionId } = await madeForm();
  const day = yesterday();
  return {
    formId,
    input: { versionId, personId: await newClient(), visitId: null, day, answers: goodAnswers() },
  };
};
const filledForm = async () => {
  const { formId, input } = await filling();
  return { formId, id: made(await admin.call(agencyForms.fillForm, input)), personId: input.personId };
};
const photoName = () => randomBytes(16).toString('hex');
const filledWithPhoto = async () => {
  const photo = photoName();
  succeeded(await admin.raw(requestOf(agencyForms.uploadPhoto, { photo }, picture())));
  const { input } = await filling();
  const answers = [...input.answers, { kind: 'photo' as const, key: 'qphoto', photo }];
  return { id: made(await admin.call(agencyForms.fillForm, { ...input, answers })), photo };
};
const newProvider = async () => made(await admin.call(insertPerson, { data: provider() }));
/** A caregiver who is free to cover any visit. */
const newCaregiver = async () => {
  const id = await newProvider();
  await setPayRates(server.database.pool, id, { 'PCP/RPCP': 2000 });
  await addPhoneLogin(server.database.pool, id);
  return id;
};
const keyInput = () => ({
  name: `Program ${next()}`,
  role: 'user' as const,
  calls: ['visits.list'],
  perMinute: 60 as const,
  expires: today.toString(),
});
const madeExport = async () => {
  const key = newFileKey();
  const file = path.join(server.site.files.incoming, `archive-${next()}`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'x');
  const sha256 = createHash('sha256').update('x').digest();
  await server.site.files.put(key, { path: file, name: 'archive.tar', size: 1, sha256 });
  await server.database.pool.query(
    `insert into stored_files (key, size, sha256, created) values ($1, 1, sha256('x'), now())`,
    [key],
  );
  const { rows } = await server.database.pool.query<{ id: number }>(
    `insert into agency_exports (account_id, asked, asked_by, state, file_key, size, made)
     select id, now(), 'AD', 'ready', $1, 1, now() from accounts order by id limit 1 returning id`,
    [key],
  );
  return rows[0]?.id ?? 0;
};
const roleInput = () => ({ name: `Scheduler ${next()}`, base: 'user' as const, without: ['messages'] });
const newRole = async () => made(await admin.call(customRoles.addRole, roleInput()));
const webhookInput = () => ({
  name: `Listener ${next()}`,
  // A name that does not resolve, so nothing is sent.
  url: 'https://hooks.invalid/',
  kinds: ['offers' as const],
  withData: false,
});
const newWebhook = async () => made(await admin.call(webhooks.addWebhook, webhookInput()));
const parkedAt = async () => {
  const id = await newWebhook();
  await server.database.pool.query(
    `insert into webhook_deliveries (webhook_id, change_id, kind, entity, subject_id, action, at, state, tries, tried)
     values ($1, 1, 'offers', 'offer', 1, 'update', now(), 'parked', 8, now())`,
    [id],
  );
  return id;
};
const client = () => sampleClient(`Client ${next()}`, today);
const provider = () => sampleProvider(`Provider ${next()}`, sampleSsn(next()), today);
const plan = async () => ({
  data: {
    ProviderID: await newProvider(),
    ClientID: await newClient(),
    Type: 'PCP',
    StartDate: today.toString(),
    createReason: 'Sweep',
    week: weekOf({ Fri: ['10:00', '12:00'] }),
  },
});
const requestOfClient = async () => {
  const { ClientID, ProviderID: _, ...draft } = (await plan()).data;
  return { id: null, rev: null, ...draft, ClientID, Remarks: null };
};
/** A care plan that its client must sign. */
const toSign = async () => {
  const data = await plan();
  const subject = { planId: made(await admin.call(insertCarePlan, data)), visitId: null };
  const asked = await admin.call(signing.askSignatures, { ...subject, roles: ['client'] });
  const listed = (await admin.call(signing.listSigning, subject)).data;
  const { ProviderID } = data.data;
  return { ...subject, ProviderID, requestId: made(asked), signerId: listed?.[0]?.signers[0]?.id ?? 0 };
};
const signatureFor = (requestId: number) => ({
  ...{ requestId, visitId: null, shown: null, role: 'client' as const, name: 'Ana Ruiz' },
  ...{ ink: '0,0 300,100', confirmed: false, at: server.clock.now().toString() },
});
const openRequest = async () => made(await admin.call(saveOpenRequest, await requestOfClient()));
const awayFor = (ProviderID: number) => ({
  ProviderID,
  from: server.scope.now().toString(),
  until: server.scope
    .now()
    .add({ hours: 24 * 14 })
    .toString(),
  note: 'flu',
});
/** A visit of tomorrow or later whose caregiver called out, and someone who can take it. */
const openVisit = async () => {
  const data = await plan();
  const planId = made(await admin.call(insertCarePlan, data));
  const { data: calledOut } = await admin.call(staffing.callOut, awayFor(data.data.ProviderID));
  const providerId = await newCaregiver();
  return { planId, day: calledOut?.opened.at(-1)?.day ?? '', providerId };
};
/** A visit that was covered, by the id that its first caregiver's phone may still have. */
const takenVisit = async () => {
  const { planId, day, providerId } = await openVisit();
  const { rows } = await server.database.pool.query<{ id: number; provider_id: number }>(
    'select id, provider_id from visits where care_plan_id = $1 and planned_day = $2',
    [planId, day],
  );
  await admin.call(staffing.coverVisit, { planId, day, providerId });
  return {
    id: rows[0]?.id ?? 0,
    by: await server.as('evv', { providerId: rows[0]?.provider_id ?? 0 }),
  };
};
/** Someone who was asked to take an open visit. */
const offered = async () => {
  const { planId, day, providerId } = await openVisit();
  await admin.call(offers.sendOffers, { planId, day, providerIds: [providerId] });
  const { data } = await admin.call(offers.listOffers, { planId, day });
  return { planId, day, providerId, id: data?.offers[0]?.id ?? 0 };
};
const mailOf = (n: number) => `client${n}@example.org`;
const newMailClient = async () => {
  const data = { ...client(), Email: mailOf(serial) };
  return made(await admin.call(insertPerson, { data }));
};
const bulk = (id: number) => ({
  to: { groups: [], months: [], plus: [id], minus: [] },
  seen: 1,
  text: 'See you at 10.',
});
const listView = () => ({
  list: 'people' as const,
  name: `View ${next()}`,
  isShared: false,
  view: { columns: ['name'], sort: null, isCompact: false, fillsWindow: false, filters: {} },
});

const candidate = () => ({
  Name: `Candidate ${next()}`,
  Phone: '(720) 555-0190',
  Address: '1450 S Havana St, Aurora, CO 80012',
  AddressLatitude: CLIENT_POINT.latitude,
  AddressLongitude: CLIENT_POINT.longitude,
  DateAvailable: today.toString(),
});
const workingHours = {
  windows: { Mon: [{ from: '08:00', to: '16:00' }], Tue: [], Wed: [], Thu: [], Fri: [], Sat: [], Sun: [] },
  wishedMinutes: 1_800,
  mostMinutes: 2_400,
  farthestMiles: 15,
};
const newSkill = async () => {
  const name = `Skill ${next()}`;
  await admin.call(availability.saveSkill, { was: null, name });
  return name;
};
const preference = async () => ({
  id: null,
  rev: null,
  providerId: await newProvider(),
  clientId: await newClient(),
  side: 'client' as const,
  kind: 'preferred' as const,
  reason: 'Speaks Tagalog.',
});
const timeOff = (providerId: number) => ({
  id: null,
  rev: null,
  providerId,
  from: today.add({ days: 20 }).toString(),
  through: today.add({ days: 24 }).toString(),
  fromTime: null,
  throughTime: null,
  reason: 'Family visit.',
  status: 'Requested' as const,
});
/** Interrupted tries count as wrong ones of the address that all tests use, so they are cleared. */
const withRoom = async (): Promise<Caller> => {
  await server.database.pool.query('delete from login_failures');
  return server.as('user');
};
/** Someone who has scanned the code, and the code the app shows. */
const begunFactor = async () => {
  const by = await withRoom();
  const { data } = await by.call(ownSession.enrolFactor, { password: TEST_PASSWORD });
  const epoch = Math.floor(server.clock.now().epochMilliseconds / 1000);
  return { by, code: generateSync({ secret: data?.secret ?? '', epoch }) };
};
const withFactor = async () => {
  const { by, code } = await begunFactor();
  const { data } = await by.call(ownSession.confirmFactor, { code });
  return { by, input: { password: TEST_PASSWORD, code: data?.recoveryCodes[0] } };
};
/** A device's answer to the request for a passkey of this account. */
const madePasskey = async (by: Caller, soft = softPasskey('http://localhost')) => {
  const { data } = await by.call(passkey.beginPasskey, { password: TEST_PASSWORD });
  return { name: 'Office', passkey: soft.make(data?.challenge ?? '', data?.rp.id ?? '') };
};
const withPasskey = async <T>(more: T) => {
  const by = await withRoom();
  const soft = softPasskey('http://localhost');
  await by.call(passkey.addPasskey, await madePasskey(by, soft));
  const { data } = await by.call(passkey.listOwnPasskeys, {});
  return { by, soft, input: { id: data?.passkeys[0]?.id ?? 0, ...more } };
};
/** A caregiver's phone whose session has ended. */
const lockedPhone = async () => {
  const owner = await server.as('evv');
  const kept = await owner.call(phone.keepPhone, { pin: '274913' });
  await server.database.pool.query('update sessions set ended = now() where account_id = $1', [
    owner.accountId,
  ]);
  return { by: server.withCookie(String(kept.headers['set-cookie']).split(';')[0] ?? '') };
};
const template = () => ({ data: { name: `Template ${next()}`, text: 'Hi' } });
const planType = () => ({ Name: `Type ${next()}`, Code: `T${serial}`, likeId: null });
const newType = async () => made(await admin.call(planTypes.addType, planType()));
const termsOf = (id: number, rev: number) => ({
  id,
  rev,
  isNew: true,
  validFrom: '2027-01-01',
  procedureCode: 'T1019',
  modifiers: ['U1'],
  unitRule: 'up' as const,
  rateCents: 555,
  addrateCents: 666,
  payCategory: null,
  source: 'Sweep',
});
const postcode = () => String(10_000 + next());
const settings = async () => {
  const { data } = await admin.call(sites.getSettings, {});
  if (!data) throw new Error('no settings');
  const { switches, paper, rev } = data;
  return { switches, paper: { ...paper, phone: `Line ${next()}` }, rev };
};
const SCAN_FILE: SampleFile = {
  name: 'scan.pdf',
  content: pdfOf([{ box: '[0 0 612 792]', content: '' }]),
};
/** A filed page, to be moved or deleted. */
const newPage = async () => {
  const planId = made(await admin.call(insertCarePlan, await plan()));
  await addScan(server.site.pool, planId, '2026-10', 0);
  const { rows } = await server.site.pool.query<{ id: number; rev: number }>(
    'select id, rev from scan_pages where plan_id = $1',
    [planId],
  );
  return { id: rows[0]?.id ?? 0, rev: rows[0]?.rev ?? 0 };
};
/** An unfiled page, with the file it came in. */
const trayPage = async () => {
  const upload = made(await admin.raw(requestOf(uploadScan, { again: true }, SCAN_FILE)));
  await readUpload(server.scope, upload);
  const { rows } = await server.site.pool.query<{ id: number }>(
    'select id from scan_pages where upload_id = $1',
    [upload],
  );
  return rows[0]?.id ?? 0;
};
const uploaded = async () => {
  const id = await newClient();
  await admin.raw(requestOf(uploadFile, { id, name: 'Card' }));
  return id;
};
const visitOf = async (providerId: number) => {
  const schedule = await admin.call(getEvvProvider, { providerId, year: 2026, month: 11, day: 20 });
  const [visit] = schedule.data ?? [];
  if (!visit) throw new Error('the plan has no visit today');
  return visit.id;
};
/** A visit of this morning that nobody came to. */
const missedVisit = async () => {
  const { data } = await plan();
  await admin.call(insertCarePlan, { data: { ...data, week: weekOf({ Fri: ['06:00', '08:00'] }) } });
  return visitOf(data.ProviderID);
};
const archived = {
  Cur: 'n',
  archiveDate: today.toString(),
  'DC Date': today.toString(),
  'DC Reason': 'Moved',
} as const;
const position = {
  AddressStartLatitude: CLIENT_POINT.latitude,
  AddressStartLongitude: CLIENT_POINT.longitude,
};
/** A visit with an arrival an hour early; both times wait for the office. */
const recordedVisit = async () => {
  const { data } = await plan();
  await admin.call(insertCarePlan, { data });
  const id = await visitOf(data.ProviderID);
  const by = await server.as('evv', { providerId: data.ProviderID });
  const hourAgo = server.clock.now().subtract({ hours: 1 }).toString();
  await by.call(updateVisit, { id, data: { Status: 'Active', ...position, DeviceTime: hourAgo } });
  await by.call(updateVisit, { id, data: { Status: 'Complete', ...position } });
  const { rows } = await server.database.pool.query<{ id: number }>(
    'select id from visit_attempts where visit_id = $1 order by id',
    [id],
  );
  return { id, attempts: rows.map((row) => row.id) };
};

/** A card of this month that can be saved. */
const card = async () => {
  const planId = made(await admin.call(insertCarePlan, await plan()));
  const { pool } = server.database;
  for (const period of [0, 1] as const) await addScan(pool, planId, '2026-11', period);
  const day = { date: '2026-11-20', travel: 0, billing: true, payroll: true };
  return {
    data: {
      planId,
      date: '2026-11',
      startPeriod: today.toString(),
      endPeriod: '2026-11-30',
      payRate: 5.17,
      days: [{ ...day, start: '10:00', end: '12:00' }],
    },
  };
};
const newCard = async (customDate: string | null = null) => {
  const { data } = await card();
  return made(await admin.call(insertWork, { data: { ...data, customDate } }));
};
/** A day with a quarter of an hour more work than its card pays. */
const shortDay = async () => {
  const { data } = await card();
  await admin.call(insertWork, { data });
  await server.database.pool.query(
    `update visits set status = 'Complete', start_at = '2026-11-20T17:00:00Z', end_at = '2026-11-20T19:15:00Z',
      edited = '2026-11-20T19:15:00Z', edited_by = 'T.', edited_via = 'app'
    where care_plan_id = $1 and date = '2026-11-20'`,
    [data.planId],
  );
  return { planId: data.planId, date: '2026-11-20', worked: 135, paid: 120 };
};
/** An account can have each report emailed once, so earlier ones are deleted. */
const newReportMail = async () => {
  await server.database.pool.query('delete from report_mails');
  return {
    file: 'ClientsActive',
    address: 'office@example.com',
    chosen: { date: '2026-11-01', type: 'all' },
  };
};
/** A new calculation month with one card. */
const cardOfMonth = async () => {
  const n = next();
  const date = `${2100 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;
  await newCard(date);
  return { date, fromStatus: 'Billed', toStatus: 'Paid' };
};

/** A month that is over. */
const READY_MONTH = '2026-10';
/** A client whose cards of that month can be made by one click; an earlier run has ended. */
const readyClient = async ({ isScanned = true } = {}) => {
  const { pool } = server.database;
  await pool.query("update month_run_items set state = 'nothing' where state = 'waiting'");
  await pool.query("update month_runs set state = 'done', ended = now() where ended is null");
  await pool.query('update care_plan_type_terms set rate = 517 where rate is null');
  const n = next();
  const client = await addClient(pool, `Ready ${n}`, { private_client: true });
  const provider = await addProvider(pool, `Ready ${n}`);
  const week = weekOf({ Mon: ['08:00', '10:00'] });
  const { rows } = await pool.query<{ id: number }>(
    `insert into care_plans (provider_id, client_id, type_id, start_date, create_reason, status, excluded, json, created,
       modified, modified_by)
     values ($1, $2, (select id from care_plan_types where code = 'PCP'), '2026-01-05', 'New', 'Active', '2026-01-05', $3, now(),
       now(), 'T.') returning id`,
    [provider, client, JSON.stringify({ ...week, ...computeTotals(week) })],
  );
  await pool.query(
    `insert into change_log (actor, role, call, entity, entity_id, action)
     values ('test', 'job', 'test', 'person', $1, 'insert'), ('test', 'job', 'test', 'person', $2, 'insert'),
       ('test', 'job', 'test', 'carePlan', $3, 'insert')`,
    [client, provider, rows[0]?.id],
  );
  for (const period of isScanned ? ([0, 1] as const) : [])
    await addScan(pool, rows[0]?.id ?? 0, READY_MONTH, period);
};

// ---- claims

const par = (clientId: number) => ({
  id: null,
  clientId,
  type: 'PCP',
  number: `PAR-${next()}`,
  from: '2026-01-01',
  through: '2026-12-31',
  units: null,
  rev: null,
});
const programOf = (clientId: number) => ({
  id: null,
  clientId,
  from: '2026-01-01',
  program: 'CFC' as const,
  name: null,
  rev: null,
});
/** A client paid by Medicaid. */
const newPublicClient = async () => {
  const id = await newClient();
  await server.database.pool.query('update people set private_client = false where id = $1', [id]);
  return id;
};
/** An authorization that runs out. */
const shortLine = async () => {
  const clientId = await newPublicClient();
  const { data } = await plan();
  made(await admin.call(insertCarePlan, { data: { ...data, ClientID: clientId } }));
  return { clientId, id: made(await admin.call(savePar, { ...par(clientId), units: 1 })) };
};
const newPar = async () => {
  const of = par(await newPublicClient());
  return { ...of, id: made(await admin.call(savePar, of)), rev: 0 };
};
/** A month of calculation whose only card can be claimed. */
const claimable = async () => {
  const { date } = await cardOfMonth();
  const { pool } = server.database;
  const { rows } = await pool.query<{ id: number }>(
    `update people set private_client = false, medicaid = $2, icd10 = 'I10'
     where id = (select client_id from work where custom_month = $1) returning id`,
    [`${date}-01`, `S${100_000 + next()}`],
  );
  made(await admin.call(savePar, par(rows[0]?.id ?? 0)));
  const to = Temporal.PlainYearMonth.from(date).toPlainDate({ day: 28 });
  return {
    from: `${date}-01`,
    to: to.with({ day: to.daysInMonth }).toString(),
    status: 'Billed' as const,
    frequency: '1' as const,
  };
};
const newBatch = async () => {
  const { data } = await admin.call(generateClaims, {
    ...(await claimable()),
    unproven: 'send',
    reason: 'Test',
    paymentsOnly: false,
  });
  if (!data?.batch) throw new Error('no file was made');
  return data.batch;
};
/** What the payer answers about a batch of one claim: receipts, and a payment. */
const answersOf = async (batch: number, outcome: PayerOutcome): Promise<SampleFile[]> => {
  const payer = openPayer();
  payer.handle({ at: PAYER_NOW, script: [`${batch}-1`, outcome] });
  const claims = (await admin.raw(requestOf(downloadBatch, { id: batch }))).text;
  const receipts = payer.handle({ at: PAYER_NOW, claims });
  const payments = payer.handle({ at: PAYER_NOW, pay: true });
  // A unique trace number, because each payer here starts counting again.
  return [...receipts, ...payments].map(({ name, text }) => ({
    name,
    content: text.replace(/^TRN\*1\*[^*~]*/m, `TRN*1*SWEEP${batch}`),
  }));
};
const lastAnswer = async (batch: number, outcome: PayerOutcome): Promise<SampleFile> => {
  const last = (await answersOf(batch, outcome)).at(-1);
  if (!last) throw new Error('the payer is silent');
  return last;
};
/** A payment that is not the sum of its claims, so its claim waits for a person. */
const unbalanced = async (): Promise<SampleFile> => {
  const file = await lastAnswer(await newBatch(), 'paid');
  return { ...file, content: file.content.toString().replace(/BPR\*I\*[\d.]+/, 'BPR*I*1.23') };
};
const payerTerms = () => ({
  ...PAYER_TERMS,
  validFrom: addDays('2030-01-01', next()),
  id: null,
  rev: null,
});
const denialReason = () => ({ ...DENIAL_REASON, code: `S${next()}`, id: null, rev: null });
const deposit = () => ({ day: '2026-10-02', amount: 1_250, reference: `EFT ${next()}` });
const writeOff = (id: string) => ({
  ids: [id],
  kind: 'writeOff' as const,
  reason: 'late' as const,
  note: '',
  agreed: null,
});
/** A denied claim that waits for a file. */
const preparedClaim = async () => {
  const id = `${await paidBatch('denied')}-1`;
  succeeded(await admin.call(prepareCorrections, { ids: [id] }));
  return id;
};
const manualPayment = async () => {
  const { data } = await admin.call(listOpenClaims, { search: `${await newBatch()}-1` });
  const [claim] = data ?? [];
  if (!claim) throw new Error('no claim is offered');
  const lines = claim.lines.map(({ control, charge }) => ({ control, paid: charge, adjustments: [] }));
  return {
    number: `CHK ${next()}`,
    date: '2026-10-01',
    method: 'CHK' as const,
    paid: claim.charge,
    claims: [{ id: claim.id, icn: '', takesBack: false, lines }],
    adjustments: [],
  };
};
const paidBatch = async (outcome: PayerOutcome) => {
  const batch = await newBatch();
  for (const file of await answersOf(batch, outcome))
    await admin.raw(requestOf(uploadAnswer, { later: false }, file));
  return batch;
};

// ---- payers

const newPayer = async () => {
  const name = `Payer ${next()}`;
  return {
    ...PAYER,
    name,
    id: made(await admin.call(payers.savePayer, { ...PAYER, name, id: null, rev: null })),
    rev: 0,
  };
};

/** A client with work of this month that can be invoiced. */
const invoiceable = async () => {
  // Its plan needs no visits, and sample clients pay privately.
  const { rows } = await server.database.pool.query<{ client_id: number }>(
    "update work set excluded = '2026-01-01' where id = $1 returning client_id",
    [await newCard()],
  );
  const clientId = rows[0]?.client_id ?? 0;
  const span = { from: '2026-11-01', through: '2026-11-30' };
  await admin.call(privatePay.saveTerms, {
    clientId,
    rates: [{ type: 'PCP', from: '2020-01-01', cents: 3_800 }],
    shares: [],
    rev: 0,
  });
  return { ...span, clientIds: [clientId] };
};
const newInvoice = async () => {
  const input = await invoiceable();
  const { data } = await admin.call(privatePay.makeInvoices, input);
  const [id] = data?.ids ?? [];
  if (!data || id === undefined) throw new Error('no invoice was made');
  return { id, runId: data.runId, clientId: input.clientIds[0] ?? 0 };
};
const paymentOf = (clientId: number) => ({
  clientId,
  day: '2026-11-01',
  method: 'Cash' as const,
  reference: '',
  cents: 1_000,
  parts: null,
});

// ---- eligibility

const newMember = async () => {
  const medicaid = `Q${200_000 + next()}`;
  const id = await newClient();
  await server.database.pool.query(
    "update people set private_client = false, medicaid = $2, dob = '1963-05-19', gender = 'Female' where id = $1",
    [id, medicaid],
  );
  return { id, medicaid };
};
const entryOf = (clientId: number) => ({
  id: null,
  rev: null,
  clientId,
  status: 'Eligible' as const,
  date: '2026-10-01',
  start: '2026-01-01',
  end: '2026-12-31',
  note: '',
});
const ELIGIBLE = readFileSync(
  new URL('../../domain/src/eligibility/samples/subscriber-health-benefit-check.271', import.meta.url),
  'utf8',
);
const newRequest = async () => {
  const { id } = await newMember();
  const { data } = await admin.call(eligibility.makeRequest, { clientIds: [id], day: today.toString() });
  return data?.[0]?.id ?? 0;
};

// ---- payroll and the site

/** A month of cards, one of which has not been exported yet. */
const unpaidCard = async () => {
  await admin.raw(requestOf(payroll.exportPayroll, { from: '2026-11', to: '2026-11' }));
  return newCard();
};
/** A week that was exported with its night whole. */
const owedWeek = async () => {
  const { pool } = server.database;
  await newCard();
  const card = await unpaidCard();
  await pool.query(`alter table payroll_runs disable trigger user; update payroll_runs set splits_weeks = false;
    alter table payroll_runs enable trigger user`);
  const night = { date: '2026-11-14', start: '22:00', end: '13:00', travel: 0, billing: true, payroll: true };
  await pool.query(
    "update work set start_period = '2026-11-01', days = $2::jsonb, modified = now() where id = $1",
    [card, JSON.stringify([night])],
  );
  const weeks = (await admin.call(payrollWeeks.listOwedWeeks, {})).data ?? [];
  return weeks.filter(({ who }) => who === null).slice(0, 1);
};
const payRate = (id: number) => ({
  id,
  category: 'Homemaker' as const,
  validFrom: '2026-11-01',
  rate: 1800,
  was: null,
});
const layoutsOf = async () => {
  const { data } = await admin.call(payroll.getLayouts, {});
  const { layouts = [], rev = 0 } = data ?? {};
  const name = `Renamed ${next()}`;
  return { layouts: layouts.map((layout, n) => (n === 0 ? { ...layout, name } : layout)), rev };
};
const rulesOf = async () => {
  const { data } = await admin.call(payroll.getPayRules, {});
  if (!data) throw new Error('no rules');
  const source = `Source ${next()}`;
  return {
    rules: { ...data.rules, overtime: data.rules.overtime.map((rule) => ({ ...rule, source })) },
    rev: data.rev,
  };
};
const payerOf = async () => {
  const { data } = await admin.call(sites.getPayer, {});
  if (!data) throw new Error('no payer');
  const { lacks: _, ...payer } = data;
  return { ...payer, contactName: `Contact ${next()}` };
};
const connectionRev = async () => {
  const { data } = await admin.call(sites.listConnections, {});
  return data?.find(({ kind }) => kind === 'mail')?.rev ?? 0;
};
const mailConnection = () => ({
  ...EMPTY.mail,
  host: 'smtp.example.org',
  from: `office${next()}@example.org`,
});
/** A unique picture, whose bytes end in a number. */
const picture = (): SampleFile => ({
  name: 'logo.png',
  content: Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.from(String(next())),
  ]),
});

// ---- the calculator

const calculation = async () => ({
  client: await newClient(),
  providers: [
    {
      value: await newProvider(),
      days: ['Mon' as const, 'Tue' as const],
      hmkTasks: 'IHSSHMK',
      personalTasks: null,
      hmaTasks: null,
    },
  ],
  startDate: '2026-12-01',
  timeStart: '07:55',
  timeEnd: '18:00',
  tasks: {
    homemaker: [{ code: 105, name: 'Meals', norm: 'IND', duration: 30, times: 2, total: 60 }],
    personal: [],
    health: [],
  },
});
/** A new client's family member, to whom everything is shown. */
const relative = async () => asFamily(server, await newClient(), AGREEMENTS);
const agreedWith = () => ({
  name: 'Rosa Diaz',
  relation: 'Daughter',
  language: 'es' as const,
  agreed: [...AGREEMENTS],
  agreedBy: 'Helen, by phone',
});
const familyPasskey = async () => {
  const by = await relative();
  const soft = softPasskey('http://localhost');
  const { data } = await by.call(familyPage.beginPasskey, {});
  const made = { name: 'Phone', passkey: soft.make(data?.challenge ?? '', data?.rp.id ?? '') };
  return { by, soft, made };
};
const addedFamilyPasskey = async () => {
  const { by, soft, made: input } = await familyPasskey();
  await by.call(familyPage.addPasskey, input);
  return { by, soft };
};

/** A different day each time. */
const futureDay = () => addDays('2027-01-01', next());
const norm = () => ({
  code: 102,
  validFrom: futureDay(),
  name: 'Floors',
  minutes: 20,
  per: null,
  source: 'Sweep',
});
const cap = () => ({ kind: 'providerDay' as const, validFrom: futureDay(), minutes: 600, source: 'Sweep' });

export interface Shot {
  readonly call: Call;
  readonly input: unknown;
  readonly by?: Caller;
  readonly file?: SampleFile;
}
export interface Scenario {
  /** Prepares again each time, so that no earlier call has changed anything. */
  readonly arrange: () => Promise<Shot>;
  /** The status of a repeated call that is refused because the first succeeded, such as after signing out. */
  readonly doneBefore?: number;
  /** Every call has its own effect, such as a session per sign-in. */
  readonly repeats?: true;
  /** The table where each answer is recorded, even that of a repeated call. */
  readonly noted?: string;
}

const SIGN_IN_CLIENT = 'stage';
/** A sign-in service that knows one manager, and what a browser has that was sent there. */
const sentToSignIn = async () => {
  issuer ??= await startIssuer(SIGN_IN_CLIENT);
  const number = next();
  issuer.say((usual) => ({
    ...{ ...usual, sub: `person-${number}`, email: `person-${number}@agency.test`, email_verified: true },
    ...{ name: 'Ann Lee', groups: ['Schedulers'] },
  }));
  const { data } = await admin.call(sites.listConnections, {});
  await admin.call(sites.saveConnection, {
    connection: {
      ...{ kind: 'signIn', issuer: issuer.url, clientId: SIGN_IN_CLIENT, secret: 'stage-secret' },
      ...{ domains: 'agency.test', claim: 'groups', admins: 'Owners', managers: 'Schedulers' },
    },
    rev: data?.find(({ kind }) => kind === 'signIn')?.rev ?? 0,
  });
  const begun = await server.anonymous().call(beginSingleSignOn, {});
  const url = new URL(begun.data?.url ?? '');
  issuer.answering(url);
  const [cookie = ''] = [begun.headers['set-cookie']].flat().map(String);
  const answer = new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '' }).toString();
  return { by: server.withCookie(cookie.split(';')[0] ?? ''), answer };
};

/** Reading calls that need more than the example data. What they read is created first; the sweep does not repeat them. */
export const READINGS: readonly (() => Promise<Shot>)[] = [
  ...[
    familyPage.getPage,
    familyPage.listPasskeys,
    familyPage.listVisits,
    familyPage.getCalendar,
    familyPage.listArrivals,
  ].map((call) => async () => ({ call, input: {}, by: await relative() })),
  async () => {
    const { day } = await openVisit();
    return {
      call: staffing.planOpenVisits,
      input: { from: day, through: day, fixed: [], farther: false, isQuick: false },
    };
  },
  async () => {
    const { planId, day } = await openVisit();
    return { call: staffing.listCandidates, input: { planId, day } };
  },
  async () => ({ call: staffing.listRequestCandidates, input: { id: await openRequest() } }),
  async () => {
    const { planId, ProviderID } = await toSign();
    const by = await server.as('evv', { providerId: ProviderID });
    return { call: signing.printOwnRequest, input: { planId }, by };
  },
  async () => ({ call: sites.getBalance, input: {} }),
  async () => {
    const started = await admin.raw(requestOf(startTexts, bulk(await newClient())));
    return { call: listSkipped, input: { id: made(started) } };
  },
  async () => ({ call: getPagePicture, input: { id: await trayPage() } }),
  async () => ({ call: getPageFile, input: { id: await trayPage() } }),
  async () => ({ call: getTs, input: { id: await trayPage() } }),
  async () => {
    const id = await newClient();
    await admin.call(updatePerson, { id, data: archived });
    return { call: lastHoursReport, input: { id } };
  },
  async () => {
    const content = fileOf('people', [client(), provider()]);
    return { call: readFile, input: {}, file: { name: 'people.csv', content } };
  },
  async () => ({ call: agencyForms.getForm, input: { id: (await madeForm()).formId } }),
  async () => ({ call: agencyForms.printBlank, input: { id: (await madeForm()).formId } }),
  async () => ({
    call: agencyForms.beginForm,
    input: { formId: (await madeForm()).formId, personId: await newClient(), visitId: null },
  }),
  async () => ({ call: agencyForms.getFilled, input: { id: (await filledForm()).id } }),
  async () => ({ call: agencyForms.printFilled, input: { id: (await filledForm()).id } }),
  async () => ({ call: agencyForms.getPhoto, input: await filledWithPhoto() }),
  async () => {
    const { formId } = await filledForm();
    return {
      call: agencyForms.reportForm,
      input: { formId, from: yesterday(), through: today.toString() },
    };
  },
  async () => {
    const { formId } = await filledForm();
    const format = 'csv' as const;
    return {
      call: agencyForms.exportReport,
      input: { formId, from: yesterday(), through: today.toString(), format },
    };
  },
  async () => ({ call: recordLog.getAgencyFormLog, input: { id: (await madeForm()).formId } }),
  async () => ({ call: recordLog.getFilledFormLog, input: { id: (await filledForm()).id } }),
  async () => ({ call: incidents.getIncident, input: { id: await newIncident() } }),
  async () => ({ call: incidents.printIncident, input: { id: await newIncident() } }),
  async () => ({ call: recordLog.getIncidentLog, input: { id: await newIncident() } }),
  async () => ({ call: privatePay.getInvoice, input: { id: (await newInvoice()).id } }),
  async () => ({ call: agencyExport.downloadExport, input: { id: await madeExport() } }),
  async () => ({ call: webhooks.listDeliveries, input: { id: await newWebhook(), state: null } }),
  async () => {
    await sentToSignIn();
    return { call: beginSingleSignOn, input: {}, by: server.anonymous() };
  },
  async () => {
    const { by, answer } = await sentToSignIn();
    return { call: finishSingleSignOn, input: { answer }, by };
  },
  async () => {
    await shortLine();
    return { call: printRequests, input: {} };
  },
  async () => ({ call: previewCorrections, input: { ids: [await preparedClaim()] } }),
  async () => ({ call: privatePay.printInvoice, input: { id: (await newInvoice()).id } }),
  async () => {
    const { data } = await admin.call(calculator.calculate, await calculation());
    return { call: calculator.getResult, input: { file: data?.files[0] ?? '' } };
  },
];

export const SCENARIOS: Record<string, Scenario> = {
  'a billing card': { arrange: async () => ({ call: insertWork, input: await card() }) },
  'a billing card that is modified': {
    arrange: async () => ({ call: updateWork, input: { id: await newCard(), data: { payRate: '6.01' } } }),
  },
  'a billing card that is deleted': {
    arrange: async () => ({ call: deleteWork, input: { id: await newCard(), data: {} } }),
  },
  'recorded time that is paid': {
    arrange: async () => ({ call: payRecordedTime, input: await shortDay() }),
    doneBefore: 409,
  },
  'a status set': { arrange: async () => ({ call: setStatus, input: await cardOfMonth() }) },
  'a status set that is undone': {
    arrange: async () => {
      const { date, ...move } = await cardOfMonth();
      const { data } = await admin.call(setStatus, { date, ...move });
      return { call: undoSetStatus, input: { undo: data?.undo, ...move } };
    },
  },
  'cards for all': {
    arrange: async () => {
      await readyClient();
      return { call: startMonthRun, input: { date: READY_MONTH, claims: false } };
    },
  },
  'cards for all that are taken back': {
    arrange: async () => {
      await readyClient();
      const id = made(
        await admin.call(startMonthRun, { date: READY_MONTH, private: 'all', payer: 'all', claims: false }),
      );
      await runMonth(await Scope.startJob(server.site, 'month-close'), id);
      return { call: undoMonthRun, input: { id } };
    },
  },
  'reminders of missing timesheets': {
    arrange: async () => {
      await readyClient({ isScanned: false });
      await admin.call(insertTemplate, { data: { name: 'Missing timesheet', text: 'Hi' } });
      return { call: remindTimesheets, input: { date: READY_MONTH } };
    },
  },
  'a month of claims': {
    arrange: async () => ({
      call: generateClaims,
      input: { ...(await claimable()), unproven: 'send', reason: 'Test' },
    }),
  },
  'a remittance': {
    arrange: async () => ({
      call: uploadAnswer,
      input: { later: false },
      file: await lastAnswer(await newBatch(), 'part'),
    }),
  },
  'a claim that was refused': {
    arrange: async () => ({
      call: uploadAnswer,
      input: { later: false },
      file: await lastAnswer(await newBatch(), 'refused'),
    }),
  },
  'payments that were kept for later': {
    arrange: async () => {
      const file = await lastAnswer(await newBatch(), 'paid');
      await admin.raw(requestOf(uploadAnswer, { later: true }, file));
      const { status: _, ...month } = await claimable();
      return { call: generateClaims, input: { ...month, status: 'Billed', paymentsOnly: true } };
    },
  },
  'a file that is refused, and kept': {
    arrange: async () => ({
      call: uploadAnswer,
      input: { later: false },
      file: { name: 'letter.txt', content: `Dear agency, no. ${next()}` },
    }),
    doneBefore: 400,
  },
  'a claim that does not balance': {
    arrange: async () => ({ call: uploadAnswer, input: { later: false }, file: await unbalanced() }),
  },
  'a parked claim that is posted': {
    arrange: async () => {
      await admin.raw(requestOf(uploadAnswer, { later: false }, await unbalanced()));
      const [parked] = (await admin.call(listParked, {})).data ?? [];
      return { call: decideParked, input: { ids: [parked?.id ?? 0], decision: 'post', note: '' } };
    },
    doneBefore: 409,
  },
  'a payment by hand': {
    arrange: async () => ({ call: postManualPayment, input: await manualPayment() }),
    doneBefore: 409,
  },
  'who looks after a denial': {
    arrange: async () => ({
      call: saveDenial,
      input: { id: `${await paidBatch('denied')}-1`, ownerId: admin.accountId, note: 'Called', rev: 0 },
    }),
  },
  'a corrected claim': {
    arrange: async () => ({
      call: correctClaim,
      input: { id: `${await paidBatch('denied')}-1`, how: 'replace' },
    }),
  },
  'claims prepared to go again': {
    arrange: async () => ({
      call: prepareCorrections,
      input: { ids: [`${await paidBatch('denied')}-1`] },
    }),
    doneBefore: 409,
  },
  'prepared claims taken back': {
    arrange: async () => ({ call: undoCorrections, input: { ids: [await preparedClaim()] } }),
    doneBefore: 409,
  },
  'prepared claims in a file': {
    arrange: async () => {
      await preparedClaim();
      return { call: sendCorrections, input: {} };
    },
    doneBefore: 409,
  },
  'terms of a payer': {
    arrange: async () => ({ call: savePayerTerms, input: payerTerms() }),
  },
  'deleted terms of a payer': {
    arrange: async () => ({
      call: deletePayerTerms,
      input: { id: made(await admin.call(savePayerTerms, payerTerms())), rev: 0 },
    }),
  },
  'a reason of denial': {
    arrange: async () => ({ call: saveDenialReason, input: denialReason() }),
  },
  'a deleted reason of denial': {
    arrange: async () => ({
      call: deleteDenialReason,
      input: { id: made(await admin.call(saveDenialReason, denialReason())), rev: 0 },
    }),
  },
  'a deposit': { arrange: async () => ({ call: saveDeposit, input: deposit() }) },
  'a deleted deposit': {
    arrange: async () => ({
      call: deleteDeposit,
      input: { id: made(await admin.call(saveDeposit, deposit())) },
    }),
  },
  'deposits of a bank': {
    arrange: async () => ({
      call: importDeposits,
      input: {},
      file: { name: 'bank.csv', content: `Date,Amount,Reference\n10-02-2026,12.50,EFT ${next()}\n` },
    }),
  },
  'a denied claim written off': {
    arrange: async () => ({ call: settleClaims, input: writeOff(`${await paidBatch('denied')}-1`) }),
    doneBefore: 409,
  },
  'a write-off undone': {
    arrange: async () => {
      const claim = `${await paidBatch('denied')}-1`;
      succeeded(await admin.call(settleClaims, writeOff(claim)));
      const { data } = await admin.call(listSettlements, {});
      return {
        call: undoSettlements,
        input: { ids: (data ?? []).flatMap((one) => (one.claim === claim ? [one.id] : [])) },
      };
    },
    doneBefore: 409,
  },
  'a claim taken back': {
    arrange: async () => ({
      call: correctClaim,
      input: { id: `${await paidBatch('paid')}-1`, how: 'void' },
    }),
  },
  'a rehearsed file': {
    arrange: async () => ({ call: rehearseBatch, input: { id: await newBatch() } }),
    doneBefore: 409,
  },
  'a new payer': {
    arrange: async () => ({
      call: payers.savePayer,
      input: { ...PAYER, name: `Payer ${next()}`, id: null, rev: null },
    }),
  },
  'a changed payer': {
    arrange: async () => ({ call: payers.savePayer, input: { ...(await newPayer()), termsDays: 30 } }),
  },
  'the payers of a client': {
    arrange: async () => {
      const { id } = await newPayer();
      const entry = { payerId: id, from: '2026-01-01', through: null, memberId: '', groupNumber: '' };
      return {
        call: payers.saveClientPayers,
        input: { clientId: await newClient(), payers: [entry], rev: 0 },
      };
    },
  },
  'the remittance of an insurer': {
    arrange: async () => {
      const name = `Insurer ${next()}`;
      const insurer = { ...PAYER, kind: 'Other' as const, name, payerNumber: '60054', id: null, rev: null };
      const payerId = made(await admin.call(payers.savePayer, insurer));
      const memberId = `W${next()}`;
      const entry = { payerId, from: '2026-01-01', through: null, memberId, groupNumber: '' };
      await admin.call(payers.saveClientPayers, { clientId: await newClient(), payers: [entry], rev: 0 });
      return {
        call: uploadAnswer,
        input: { later: false, payerId },
        file: {
          name: 'insurer.835',
          content: insurerRemittance(memberId, [{ day: '2026-10-05', charge: 4_000, paid: 3_000 }]),
        },
      };
    },
  },
  'private rates': {
    arrange: async () => ({
      call: privatePay.saveTerms,
      input: { clientId: await newClient(), rates: [], shares: [{ from: '2026-01-01', cents: 100 }], rev: 0 },
    }),
  },
  'new invoices': {
    arrange: async () => ({ call: privatePay.makeInvoices, input: await invoiceable() }),
  },
  'invoices taken back': {
    arrange: async () => ({ call: privatePay.undoInvoices, input: { runId: (await newInvoice()).runId } }),
  },
  'an invoice on paper': {
    arrange: async () => ({
      call: privatePay.sendInvoice,
      input: { id: (await newInvoice()).id, via: 'Paper' },
    }),
  },
  'a void invoice': {
    arrange: async () => ({
      call: privatePay.voidInvoice,
      input: { id: (await newInvoice()).id, reason: 'Sweep', rev: 0 },
    }),
  },
  'a payment': {
    arrange: async () => ({ call: privatePay.savePayment, input: paymentOf((await newInvoice()).clientId) }),
  },
  'a reversed payment': {
    arrange: async () => {
      const paid = await admin.call(privatePay.savePayment, paymentOf((await newInvoice()).clientId));
      return { call: privatePay.reversePayment, input: { id: made(paid), reason: 'Sweep', rev: 0 } };
    },
  },
  'applied credit': {
    arrange: async () => {
      const input = await invoiceable();
      const [clientId = 0] = input.clientIds;
      made(await admin.call(privatePay.savePayment, paymentOf(clientId)));
      await admin.call(privatePay.makeInvoices, input);
      return { call: privatePay.applyClientCredit, input: { clientId } };
    },
  },
  'a new PAR': { arrange: async () => ({ call: savePar, input: par(await newPublicClient()) }) },
  'a changed PAR': { arrange: async () => ({ call: savePar, input: { ...(await newPar()), units: 400 } }) },
  'a deleted PAR': {
    arrange: async () => {
      const { id, rev } = await newPar();
      return { call: deletePar, input: { id, rev } };
    },
  },
  'requests to a case manager': {
    arrange: async () => {
      const { clientId, id } = await shortLine();
      const caseManager = `Manager ${id}`;
      await server.database.pool.query(
        'update people set case_manager = $2, managers_email = $3 where id = $1',
        [clientId, caseManager, `manager${id}@example.org`],
      );
      return { call: sendRequests, input: { caseManager, id } };
    },
  },
  'a justification': {
    arrange: async () => {
      const { id } = await shortLine();
      return { call: justify, input: { id, limit: 'planUnits', text: 'After surgery' } };
    },
  },
  'a new program': { arrange: async () => ({ call: saveProgram, input: programOf(await newClient()) }) },
  'a deleted program': {
    arrange: async () => ({
      call: deleteProgram,
      input: { id: made(await admin.call(saveProgram, programOf(await newClient()))), rev: 0 },
    }),
  },
  'messages to those who are not billed': {
    arrange: async () => {
      const month = { from: '2026-11-01', to: '2026-11-30' };
      await admin.call(insertTemplate, { data: { name: 'Missing timesheet', text: 'Hi' } });
      // Clients whom other calls have left without a card are notified before.
      await admin.call(sendNotAssigned, { ...month, private: 'all' });
      made(await admin.call(insertCarePlan, await plan()));
      return { call: sendNotAssigned, input: month };
    },
  },
  login: {
    arrange: async () => {
      const name = `sweep${next()}`;
      const data = { login: name, password: TEST_PASSWORD, full_name: 'Sweep Er', role: 'user' } as const;
      await admin.call(insertAccount, { data });
      const input = { data: { user: name, pass: TEST_PASSWORD } };
      return { call: login, input, by: server.anonymous() };
    },
    repeats: true,
  },
  logout: {
    arrange: async () => ({ call: logout, input: { data: {} }, by: await server.as('user') }),
    doneBefore: 401,
  },
  'keep a session alive': {
    arrange: async () => ({ call: touchSession, input: {}, by: await server.as('user') }),
  },
  'change the own password': {
    arrange: async () => ({
      call: updateAccount,
      input: { data: { password: 'Another-Horse-8', oldPassword: TEST_PASSWORD } },
      by: await withRoom(),
    }),
    doneBefore: 400,
  },
  'a new account': {
    arrange: async () => ({
      call: insertAccount,
      input: {
        data: { login: `sweep${next()}`, password: TEST_PASSWORD, full_name: 'Sweep Er', role: 'user' },
      },
    }),
  },
  'a temporary password for somebody else': {
    arrange: async () => {
      const { accountId } = await server.as('user');
      return { call: updateAccount, input: { id: accountId, data: { password: 'Tmp-Pass1' } } };
    },
  },
  'an account that gets another name and role': {
    arrange: async () => {
      const { accountId: id } = await server.as('user');
      const login = `renamed${next()}`;
      const input = { id, rev: 0, login, full_name: 'Re Named', role: 'admin', provider_id: null };
      return { call: saveAccount, input };
    },
    doneBefore: 409,
  },
  'a copy of a role': {
    arrange: async () => ({ call: customRoles.addRole, input: roleInput() }),
    doneBefore: 409,
  },
  'a copy of a role from which more is taken away': {
    arrange: async () => {
      const input = {
        id: await newRole(),
        rev: 0,
        name: `Planner ${next()}`,
        without: ['messages', 'search'],
      };
      return { call: customRoles.saveRole, input };
    },
    doneBefore: 409,
  },
  'a copy of a role that is removed': {
    arrange: async () => ({ call: customRoles.removeRole, input: { id: await newRole(), rev: 0 } }),
    doneBefore: 404,
  },
  'an account that is suspended': {
    arrange: async () => {
      const { accountId: id } = await server.as('user');
      return { call: suspendAccount, input: { id, rev: 0 } };
    },
    doneBefore: 409,
  },
  'an account that is resumed': {
    arrange: async () => {
      const { accountId: id } = await server.as('user');
      await admin.call(suspendAccount, { id: id ?? 0, rev: 0 });
      return { call: resumeAccount, input: { id, rev: 1 } };
    },
    doneBefore: 409,
  },
  'an EVV account that is deleted': {
    arrange: async () => {
      const { accountId } = await server.as('evv', { providerId: await newProvider() });
      return { call: deleteAccount, input: { id: accountId, data: {} } };
    },
    doneBefore: 404,
  },
  'a link of a first password': {
    arrange: async () => {
      const provider_id = await newProvider();
      const data = { login: `sweep${next()}`, password: 'Tmp-Pass1', full_name: 'Sweep Er' } as const;
      const made = await admin.call(insertAccount, { data: { ...data, role: 'evv', provider_id } });
      const input = { id: made.insertId, channel: 'SMS', subject: '', text: 'Here: %link%' };
      return { call: sendPasswordLink, input };
    },
    repeats: true,
  },
  'a second factor that is begun': {
    arrange: async () => ({
      call: ownSession.enrolFactor,
      input: { password: TEST_PASSWORD },
      by: await withRoom(),
    }),
  },
  'a second factor that is turned on': {
    arrange: async () => {
      const { by, code } = await begunFactor();
      return { call: ownSession.confirmFactor, input: { code }, by };
    },
  },
  'new recovery codes': {
    arrange: async () => ({ call: ownSession.renewCodes, ...(await withFactor()) }),
  },
  'a second factor that is removed': {
    arrange: async () => ({ call: ownSession.removeFactor, ...(await withFactor()) }),
  },
  'a second factor that an admin removes': {
    arrange: async () => {
      const { by } = await withFactor();
      return { call: removeFactorOf, input: { id: by.accountId } };
    },
  },
  'a second factor for everybody, or not': {
    arrange: async () => {
      // The setting exists from the first time on.
      await admin.call(setFactorRule, { required: false });
      return { call: setFactorRule, input: { required: false } };
    },
  },
  'other sessions that are ended': {
    arrange: async () => ({
      call: ownSession.endOwnSession,
      input: { id: null },
      by: await server.as('user'),
    }),
  },
  'the first page of the own account': {
    arrange: async () => ({
      call: ownSession.chooseFirstPage,
      input: { first_page: 'today' },
      by: await server.as('user'),
    }),
  },
  'a passkey that is offered': {
    arrange: async () => ({ call: phone.offerPasskey, input: {}, by: await server.as('evv') }),
  },
  'a phone that stays signed in': {
    arrange: async () => ({ call: phone.keepPhone, input: { pin: '274913' }, by: await server.as('evv') }),
  },
  'a phone that is about to be unlocked': {
    arrange: async () => ({ call: phone.beginUnlock, input: {}, by: (await lockedPhone()).by }),
    repeats: true,
  },
  'a phone that is unlocked': {
    arrange: async () => ({
      call: phone.unlockPhone,
      input: { pin: '274913' },
      by: (await lockedPhone()).by,
    }),
    repeats: true,
  },
  'a phone that asks for the password again': {
    arrange: async () => {
      const by = await server.as('evv');
      await by.call(phone.keepPhone, { pin: '274913' });
      return { call: phone.forgetPhone, input: {}, by };
    },
  },
  'a phone that staff end': {
    arrange: async () => {
      const owner = await server.as('evv');
      const id = owner.accountId ?? 0;
      await owner.call(phone.keepPhone, { pin: '274913' });
      const { data } = await admin.call(phone.listPhones, { id });
      return { call: phone.endPhone, input: { id, phone: data?.[0]?.id ?? 0 } };
    },
  },
  'a passkey that is asked for': {
    arrange: async () => ({
      call: passkey.beginPasskey,
      input: { password: TEST_PASSWORD },
      by: await withRoom(),
    }),
  },
  'a passkey that is added': {
    arrange: async () => {
      const by = await withRoom();
      return { call: passkey.addPasskey, input: await madePasskey(by), by };
    },
  },
  'a passkey that gets another name': {
    arrange: async () => ({ call: passkey.renamePasskey, ...(await withPasskey({ name: 'Laptop' })) }),
  },
  'a passkey that is removed': {
    arrange: async () => ({ call: passkey.removePasskey, ...(await withPasskey({ password: '' })) }),
  },
  'a passkey that an admin removes': {
    arrange: async () => {
      const { by, input } = await withPasskey({});
      return { call: passkey.removePasskeyOf, input: { id: by.accountId, passkey: input.id } };
    },
  },
  'a sign-in with a passkey': {
    arrange: async () => {
      const { soft } = await withPasskey({});
      const by = server.anonymous();
      const { data } = await by.call(passkey.beginPasskeySignIn, {});
      const used = soft.use(data?.challenge ?? '', data?.rpId ?? '');
      return { call: passkey.signInWithPasskey, input: { passkey: used }, by };
    },
    repeats: true,
  },
  'sessions of somebody else that are ended': {
    arrange: async () => ({ call: endSessionsOf, input: { id: (await server.as('user')).accountId } }),
  },
  'a new client': { arrange: async () => ({ call: insertPerson, input: { data: client() } }) },
  'a new provider': { arrange: async () => ({ call: insertPerson, input: { data: provider() } }) },
  'a new name and address': {
    arrange: async () => ({
      call: updatePerson,
      input: { id: await newClient(), data: { LastName: 'Other', Address: '9 New St', notes: 'moved' } },
    }),
  },
  'archive a client with its plans and visits': {
    arrange: async () => {
      const { data } = await plan();
      await admin.call(insertCarePlan, { data });
      return { call: updatePerson, input: { id: data.ClientID, data: archived } };
    },
  },
  'delete an earlier name': {
    arrange: async () => {
      const id = await newClient();
      await admin.call(updatePerson, { id, data: { LastName: 'Other' } });
      const { rows } = await server.database.pool.query(
        'select id from people_history where person_id = $1',
        [id],
      );
      return { call: deleteHistory, input: { id, historyId: rows[0]?.id } };
    },
  },
  'two records merged': {
    arrange: async () => ({ call: mergePeople, input: await pairToMerge() }),
  },
  'a merge undone': {
    arrange: async () => {
      const { mergeId } = await mergedPair();
      return { call: undoMerge, input: { id: mergeId } };
    },
  },
  'a merge of a record that was merged': {
    arrange: async () => {
      const { awayId } = await mergedPair();
      return { call: mergePeople, input: { ...(await pairToMerge()), awayId } };
    },
    doneBefore: 409,
  },
  'an undo of a merge into a record that was merged further': {
    arrange: async () => {
      const { keepId: awayId, mergeId } = await mergedPair();
      const { rows } = await server.site.pool.query('select rev from people where id = $1', [awayId]);
      const further = { keepId: await newClient(), awayId, keepRev: 0, awayRev: rows[0]?.rev, take: [] };
      await admin.call(mergePeople, { ...further, confirmed: [] });
      return { call: undoMerge, input: { id: mergeId } };
    },
    doneBefore: 409,
  },
  'two records kept apart': {
    arrange: async () => ({
      call: keepApart,
      input: { id: await newClient(), otherId: await newClient() },
    }),
  },
  'an exact point': {
    arrange: async () => ({
      call: setExactPoint,
      input: { id: await newClient(), AddressLatitude: 39.7, AddressLongitude: -104.8 },
    }),
  },
  'an exact point from a check-in': {
    arrange: async () => {
      const data = await plan();
      made(await admin.call(insertCarePlan, data));
      const id = data.data.ClientID;
      const { rows } = await server.database.pool.query<{ id: number }>(
        `update visits set status = 'Active', start_at = now(), edited = now(), edited_by = 'T.', edited_via = 'app', start_latitude = person.address_latitude,
           start_longitude = person.address_longitude, start_accuracy = 10
         from people person where person.id = $1 and visits.id = (select min(id) from visits where client_id = $1)
         returning visits.id`,
        [id],
      );
      await server.database.pool.query('update people set address_approximate = true where id = $1', [id]);
      return { call: setCheckInPoint, input: { id, visitId: rows[0]?.id ?? 0 } };
    },
  },
  'a plan with its visits': { arrange: async () => ({ call: insertCarePlan, input: await plan() }) },
  'an open request': {
    arrange: async () => ({ call: saveOpenRequest, input: await requestOfClient() }),
  },
  'a plan that fills an open request': {
    arrange: async () => {
      const id = await openRequest();
      const { data: all } = await admin.call(listOpenRequests, { status: 'Open' });
      const ClientID = all?.find((one) => one.id === id)?.ClientID ?? 0;
      const { data } = await plan();
      return { call: insertCarePlan, input: { data: { ...data, ClientID, openRequestId: id } } };
    },
    doneBefore: 409,
  },
  'an open request that is withdrawn': {
    arrange: async () => ({
      call: setOpenRequestStatus,
      input: { id: await openRequest(), rev: 0, status: 'Withdrawn' as const },
    }),
    doneBefore: 409,
  },
  'an arrival that the office has seen': {
    arrange: async () => {
      const { id, by } = await takenVisit();
      await by.call(updateVisit, { id, data: { Status: 'Active' } });
      const { rows } = await server.database.pool.query<{ id: number }>(
        'select max(id) as id from visit_attempts where visit_id = $1',
        [id],
      );
      return { call: staffing.closeArrival, input: { id: rows[0]?.id ?? 0 } };
    },
    doneBefore: 404,
  },
  'temporary plans of an absence': {
    arrange: async () => {
      const data = await plan();
      const planId = made(await admin.call(insertCarePlan, data));
      const { ProviderID: id, StartDate: from } = data.data;
      const through = today.add({ days: 13 }).toString();
      const covers = [{ planId, from, providerId: await newCaregiver() }];
      return { call: coverAbsence, input: { id, from, through, createReason: 'Sweep', covers } };
    },
  },
  'a call-out of a caregiver': {
    arrange: async () => {
      const data = await plan();
      made(await admin.call(insertCarePlan, data));
      return { call: staffing.callOut, input: awayFor(data.data.ProviderID) };
    },
  },
  'a call-out by phone': {
    arrange: async () => {
      const { visitId, by } = await ownVisit();
      return { call: staffing.cannotCome, input: { visitId, note: 'flu' }, by };
    },
  },
  'a call-out that is withdrawn': {
    arrange: async () => {
      const id = made(await admin.call(staffing.callOut, awayFor(await newProvider())));
      return { call: staffing.withdrawCallOut, input: { id, rev: 0 } };
    },
    doneBefore: 404,
  },
  'a cover of an open visit': {
    arrange: async () => ({ call: staffing.coverVisit, input: await openVisit() }),
    doneBefore: 409,
  },
  'covers of several open visits': {
    arrange: async () => ({
      call: staffing.coverVisits,
      input: { covers: [await openVisit(), await openVisit()] },
    }),
    repeats: true,
  },
  'a cover that is taken back': {
    arrange: async () => {
      const { planId, day, providerId } = await openVisit();
      await admin.call(staffing.coverVisit, { planId, day, providerId });
      return { call: staffing.uncoverVisit, input: { planId, day } };
    },
    doneBefore: 409,
  },
  'several covers that are taken back': {
    arrange: async () => {
      const [one, other] = [await openVisit(), await openVisit()];
      await admin.call(staffing.coverVisits, { covers: [one, other] });
      const visits = [one, other].map(({ planId, day }) => ({ planId, day }));
      return { call: staffing.uncoverVisits, input: { visits } };
    },
    repeats: true,
  },
  'offers of an open visit': {
    arrange: async () => {
      const { planId, day, providerId } = await openVisit();
      return { call: offers.sendOffers, input: { planId, day, providerIds: [providerId] } };
    },
    doneBefore: 400,
  },
  'waves that are paused': {
    arrange: async () => {
      const { planId, day } = await offered();
      return { call: offers.pauseOffers, input: { planId, day } };
    },
  },
  'waves that go on': {
    arrange: async () => {
      const { planId, day } = await offered();
      await admin.call(offers.pauseOffers, { planId, day });
      return { call: offers.resumeOffers, input: { planId, day } };
    },
  },
  'an offer that is seen': {
    arrange: async () => {
      const { id, providerId } = await offered();
      const by = await server.as('evv', { providerId });
      return { call: offers.openOffer, input: { id }, by };
    },
  },
  'an offer that is accepted': {
    arrange: async () => {
      const { id, providerId } = await offered();
      const by = await server.as('evv', { providerId });
      return { call: offers.answerOffer, input: { id, answer: 'yes' as const }, by };
    },
  },
  'holidays of the agency': {
    arrange: async () => {
      const { data } = await admin.call(getHolidays, {});
      const holidays = [{ day: '2026-12-25', name: 'Christmas' }];
      return { call: saveHolidays, input: { holidays, rev: data?.rev ?? 0 } };
    },
    doneBefore: 409,
  },
  'a check of the books': {
    arrange: async () => ({ call: checkBooks, input: {} }),
    // Requested again while running, it is the same check.
    doneBefore: 200,
  },
  'templates that tell contacts': {
    arrange: async () => {
      const { data } = await admin.call(getNotificationTemplates, {});
      const templates = { covered: null, uncovered: null, moved: null };
      return { call: saveNotificationTemplates, input: { templates, rev: data?.rev ?? 0 } };
    },
    doneBefore: 409,
  },
  'settings of the autopilot': {
    arrange: async () => {
      const { data } = await admin.call(offers.getAutopilot, {});
      return { call: offers.saveAutopilot, input: { settings: DEFAULT_AUTOPILOT, rev: data?.rev ?? 0 } };
    },
    doneBefore: 409,
  },
  'a test of the offer text': {
    arrange: async () => {
      const { english: text } = DEFAULT_AUTOPILOT;
      return { call: offers.sendTest, input: { phone: '(720) 555-0101', language: 'en' as const, text } };
    },
  },
  'a proposed call-out that was seen to': {
    arrange: async () => {
      const { rows } = await server.database.pool.query<{ id: number }>(
        `with text as (insert into messages (direction, channel, status, recipient, sender, sid, text, person_id, request, place, created, created_by)
           values ('in', 'SMS', 'received', '+13035550110', '+17205550999', $1, 'sick', $2, $1, 0, now(), '') returning id, person_id)
         insert into call_out_proposals (provider_id, message_id, words, at) select person_id, id, 'sick', now() from text returning id`,
        [`sweep ${next()}`, await newProvider()],
      );
      return { call: offers.closeProposal, input: { id: rows[0]?.id ?? 0 } };
    },
    doneBefore: 404,
  },
  'the visits of a plan': {
    arrange: async () => ({
      call: changePlanVisits,
      input: { action: 'create', id: made(await admin.call(insertCarePlan, await plan())) },
    }),
  },
  'a care plan with another week': {
    arrange: async () => {
      const id = made(await admin.call(insertCarePlan, await plan()));
      const week = weekOf({ Fri: ['10:00', '13:00'], Sat: ['10:00', '11:00'] });
      return { call: updateCarePlan, input: { id, data: { week } } };
    },
  },
  'a care plan that is archived': {
    arrange: async () => ({
      call: updateCarePlan,
      input: {
        id: made(await admin.call(insertCarePlan, await plan())),
        data: { Status: 'Archive', EndDate: server.scope.today().toString() },
      },
    }),
  },
  'a care plan that is set active': {
    arrange: async () => {
      const id = made(await admin.call(insertCarePlan, await plan()));
      const EndDate = server.scope.today().toString();
      await admin.call(updateCarePlan, { id, data: { Status: 'Archive', EndDate } });
      return { call: setPlanActive, input: { id } };
    },
  },
  'the plans of an archived person': {
    arrange: async () => {
      const { data } = await plan();
      await admin.call(insertCarePlan, { data });
      await admin.call(updatePerson, { id: data.ClientID, data: archived });
      return {
        call: updateCarePlan,
        input: { id: data.ClientID, customId: 'ClientID', data: { Status: 'Archive' } },
      };
    },
  },
  'check in': {
    arrange: async () => {
      const { data } = await plan();
      await admin.call(insertCarePlan, { data });
      const id = await visitOf(data.ProviderID);
      const by = await server.as('evv', { providerId: data.ProviderID });
      return { call: updateVisit, input: { id, data: { Status: 'Active', ...position } }, by };
    },
  },
  'a check-in outside its time': {
    arrange: async () => {
      const { data } = await plan();
      const week = weekOf({ Fri: ['18:00', '20:00'] });
      await admin.call(insertCarePlan, { data: { ...data, week: week } });
      const id = await visitOf(data.ProviderID);
      const by = await server.as('evv', { providerId: data.ProviderID });
      return { call: updateVisit, input: { id, data: { Status: 'Active', ...position } }, by };
    },
    // The attempt was recorded for the office, which is its effect.
    doneBefore: 409,
    repeats: true,
  },
  'set a visit active': {
    arrange: async () => {
      const { data } = await plan();
      await admin.call(insertCarePlan, { data });
      const id = await visitOf(data.ProviderID);
      return { call: updateVisit, input: { id, data: { Status: 'Active', changeCode: 1 } } };
    },
  },
  'a visit corrected': {
    arrange: async () => {
      const { data } = await plan();
      await admin.call(insertCarePlan, { data });
      const id = await visitOf(data.ProviderID);
      const input = { id, data: { Notes: 'Called in', IOBSE: '11000', changeCode: 1 } };
      return { call: updateVisit, input };
    },
  },
  'a visit on another day': {
    arrange: async () => {
      const { data } = await plan();
      const careId = made(await admin.call(insertCarePlan, { data }));
      const id = await visitOf(data.ProviderID);
      const { rows } = await server.database.pool.query('select date from visits where id = $1', [id]);
      const fromDate = String(rows[0]?.date);
      const startDate = addDays(fromDate, 1);
      return { call: rescheduleVisit, input: { careId, id, fromDate, startDate, startTime: '04:10' } };
    },
  },
  'an error of a scanned timesheet': {
    arrange: async () => ({
      call: updateScanError,
      input: { id: made(await admin.call(insertCarePlan, await plan())), date: '2026-10', error: '1,3' },
    }),
  },
  'an error of a scanned timesheet taken away': {
    arrange: async () => {
      const id = made(await admin.call(insertCarePlan, await plan()));
      const scan = await admin.raw(requestOf(updateScanError, { id, date: '2026-10', error: '1' }));
      return { call: deleteScanError, input: { id: made(scan) } };
    },
  },
  'a scan': {
    arrange: async () => ({ call: uploadScan, input: { again: true }, file: SCAN_FILE }),
  },
  'a scanned page assigned': {
    arrange: async () => {
      const id = made(await admin.call(insertCarePlan, await plan()));
      return { call: assignPage, input: { ...(await newPage()), planId: id, date: '2026-10', part: '1' } };
    },
  },
  'a scanned page deleted': {
    arrange: async () => ({ call: deletePage, input: await newPage() }),
  },
  // The setting exists already, and each call changes it.
  'a step of the set-up that is skipped': {
    arrange: async () => {
      await admin.call(skipStep, { step: 'agency', isSkipped: true });
      await admin.call(skipStep, { step: 'people', isSkipped: false });
      return { call: skipStep, input: { step: 'people', isSkipped: true } };
    },
  },
  'a row of Today that is put off': {
    arrange: async () => {
      const key = `open:${next()}:${today}`;
      const until = server.clock.now().add({ hours: 1 }).toString();
      return { call: snoozeRow, input: { keys: [key], until, seen: { [key]: 1 } } };
    },
  },
  'a row of Today that is given to somebody': {
    arrange: async () => ({
      call: assignRow,
      input: { keys: [`open:${next()}:${today}`], accountId: admin.accountId },
    }),
  },
  'a new view of a list': { arrange: async () => ({ call: saveView, input: listView() }) },
  'a changed view of a list': {
    arrange: async () => {
      const view = listView();
      const id = made(await admin.call(saveView, view));
      return { call: saveView, input: { ...view, id, rev: 0, isShared: true } };
    },
  },
  'a deleted view of a list': {
    arrange: async () => ({
      call: deleteView,
      input: { id: made(await admin.call(saveView, listView())), rev: 0 },
    }),
  },
  'a report that is e-mailed every Monday': {
    arrange: async () => ({ call: addReportMail, input: await newReportMail() }),
  },
  'an e-mail about a report that is stopped': {
    arrange: async () => ({
      call: removeReportMail,
      input: { id: made(await admin.call(addReportMail, await newReportMail())) },
    }),
  },
  'a new candidate': { arrange: async () => ({ call: insertCandidate, input: { data: candidate() } }) },
  'a candidate archived': {
    arrange: async () => ({
      call: updateCandidate,
      input: {
        id: made(await admin.call(insertCandidate, { data: candidate() })),
        data: { Status: 'Archive' },
      },
    }),
  },
  'a candidate whose deletion is taken back': {
    arrange: async () => {
      const id = made(await admin.call(insertCandidate, { data: candidate() }));
      await admin.call(updateCandidate, { id, data: { Status: 'Archive' } });
      return { call: restoreCandidate, input: { id } };
    },
  },
  'a new message template': { arrange: async () => ({ call: insertTemplate, input: template() }) },
  'a changed message template': {
    arrange: async () => ({
      call: updateTemplate,
      input: { id: made(await admin.call(insertTemplate, template())), data: { text: 'Hello' } },
    }),
  },
  'a deleted message template': {
    arrange: async () => ({
      call: deleteTemplate,
      input: { id: made(await admin.call(insertTemplate, template())), data: {} },
    }),
  },
  'a text message': {
    arrange: async () => {
      await newClient();
      return { call: queueSms, input: { sms: [{ number: '(720) 555-0189', text: 'See you at 10.' }] } };
    },
  },
  'an e-mail': {
    arrange: async () => {
      await newMailClient();
      return {
        call: queueEmail,
        input: { email: [{ email: mailOf(serial), text: 'See you at 10.', subject: 'Visit' }] },
      };
    },
  },
  'an answer to a text': {
    arrange: async () => ({
      call: answerText,
      input: { personId: await newClient(), number: '(720) 555-0189', text: 'Hello' },
    }),
  },
  'a text that is sent again': {
    arrange: async () => ({ call: sendAgain, input: { id: (await queuedText('failed')).id } }),
  },
  'what became of a text': {
    arrange: async () => {
      const { sid } = await queuedText('queued');
      return { call: takeStatus, input: {}, by: signed({ MessageSid: sid, MessageStatus: 'delivered' }) };
    },
  },
  'a text that comes in': {
    arrange: async () => ({ call: takeText, input: {}, by: signed(incoming().fields) }),
  },
  'a list of excluded people that is screened': {
    arrange: async () => ({
      call: screenPeople,
      input: {},
      file: (await excludedCaregiver()).file,
    }),
  },
  'a finding of a list that is decided': {
    arrange: async () => {
      const { last, file } = await excludedCaregiver();
      await admin.raw(requestOf(screenPeople, {}, file));
      const { findings = [] } = (await admin.call(listExclusions, {})).data ?? {};
      const id = findings.find(({ person }) => person.startsWith(last))?.id ?? 0;
      return { call: decideFinding, input: { id, decision: 'cleared', memo: 'Another SSN' } };
    },
  },
  'an incident that the office enters': {
    arrange: async () => ({
      call: incidents.saveIncident,
      input: newIncidentOn(yesterday(), await newClient()),
    }),
  },
  'an incident that a caregiver reports': {
    arrange: async () => {
      const { visitId, by } = await ownVisit();
      const input = {
        visitId,
        kind: 'fall',
        time: '09:30',
        what: 'Fell',
        harm: 'none',
        measures: 'Helped up',
      };
      return { call: incidents.reportIncident, input: { ...input, at: `${yesterday()}T17:00:00Z` }, by };
    },
  },
  'a case manager who is told of an incident': {
    arrange: async () => {
      const id = await newIncident();
      const input = { id, rev: 0, no: null, notice: toldAt(`${yesterday()}T18:00:00Z`) };
      return { call: incidents.saveNotice, input };
    },
    doneBefore: 409,
  },
  'a follow-up of an incident': {
    arrange: async () => {
      const followUp = { what: 'Look at the floor', who: 'Ana', until: today.toString(), result: null };
      return { call: incidents.saveFollowUp, input: { id: await newIncident(), rev: 0, no: null, followUp } };
    },
    doneBefore: 409,
  },
  'an incident that is closed': {
    arrange: async () => {
      const id = await newIncident();
      const notice = toldAt(`${yesterday()}T18:00:00Z`);
      succeeded(await admin.call(incidents.saveNotice, { id, rev: 0, no: null, notice }));
      return { call: incidents.closeIncident, input: { id, rev: 1, resolution: 'A mat was put down.' } };
    },
    doneBefore: 409,
  },
  'a form that is built': {
    arrange: async () => ({
      call: agencyForms.saveForm,
      input: { id: null, rev: null, definition: fallCheck(yesterday()) },
    }),
  },
  'another version of a form': {
    arrange: async () => {
      const { formId: id } = await madeForm();
      const definition = fallCheck(yesterday(), { title: `Walking ${next()}` });
      return { call: agencyForms.saveForm, input: { id, rev: 0, definition } };
    },
    doneBefore: 409,
  },
  'a form that nobody fills any more': {
    arrange: async () => ({
      call: agencyForms.retireForm,
      input: { id: (await madeForm()).formId, rev: 0, isRetired: true },
    }),
    doneBefore: 409,
  },
  'a form that is filled': {
    arrange: async () => ({ call: agencyForms.fillForm, input: (await filling()).input }),
  },
  'a photo of a form': {
    arrange: async () => ({
      call: agencyForms.uploadPhoto,
      input: { photo: photoName() },
      file: picture(),
    }),
  },
  'a form that a caregiver fills': {
    arrange: async () => {
      const { versionId } = await madeForm();
      const { visitId, by } = await ownVisit();
      const input = { versionId, visitId, answers: goodAnswers(), at: `${yesterday()}T17:00:00Z` };
      return { call: agencyForms.fillOnPhone, input, by };
    },
  },
  'a filled form that is corrected': {
    arrange: async () => {
      const { id } = await filledForm();
      const answers = goodAnswers().map((answer) =>
        answer.kind === 'number' ? { ...answer, number: 76 } : answer,
      );
      return { call: agencyForms.correctForm, input: { id, rev: 0, answers, reason: 'Misread' } };
    },
    doneBefore: 409,
  },
  'a filled form that was entered by mistake': {
    arrange: async () => {
      const { id } = await filledForm();
      return { call: agencyForms.markMistake, input: { id, rev: 0, isMistake: true, reason: 'Twice' } };
    },
    doneBefore: 409,
  },
  'a call that comes in': {
    arrange: async () => ({ call: telephony.takeCall, input: {}, by: signed(callFields()) }),
  },
  'an answer in a call': {
    arrange: async () => {
      const by = signed({ ...(await ringing()), Digits: '1' });
      const first = (options: Parameters<Caller['raw']>[0]) =>
        by.raw({ ...options, url: `${String(options.url)}?n=1` });
      return { call: telephony.takeStep, input: {}, by: { ...by, raw: first } };
    },
  },
  'a call that ends': {
    arrange: async () => ({ call: telephony.takeEnd, input: {}, by: signed(await ringing()) }),
  },
  'the number that caregivers call': {
    arrange: async () => {
      const { rev = 0 } = (await admin.call(telephony.getTelephony, {})).data ?? {};
      const first = { line: '(303) 555-0111', rev };
      const saved = (await admin.call(telephony.saveLine, first)).data?.rev ?? 0;
      return { call: telephony.saveLine, input: { line: '(303) 555-0110', rev: saved } };
    },
  },
  'a PIN of a caregiver': {
    arrange: async () => ({ call: telephony.savePins, input: { pins: [await newPin()] } }),
  },
  'a PIN that is removed': {
    arrange: async () => {
      const pin = await newPin();
      await admin.call(telephony.savePins, { pins: [pin] });
      return { call: telephony.removePin, input: { providerId: pin.providerId } };
    },
  },
  'a code device': {
    arrange: async () => ({ call: telephony.addDevice, input: await newDevice() }),
  },
  'a code device that is removed': {
    arrange: async () => ({
      call: telephony.removeDevice,
      input: { id: made(await admin.call(telephony.addDevice, await newDevice())) },
    }),
  },
  'a call that the office has looked at': {
    arrange: async () => {
      const { CallSid } = await ringing();
      const { rows } = await server.database.pool.query<{ id: number }>(
        'select id from telephony_calls where sid = $1',
        [CallSid],
      );
      return { call: telephony.markCallSeen, input: { id: rows[0]?.id ?? 0 } };
    },
  },
  'texts that are read': {
    arrange: async () => {
      const { from, fields } = incoming();
      await signed(fields).raw(requestOf(takeText, {}));
      const asked = { personId: null, number: from };
      const { data } = await admin.call(getConversation, asked);
      return { call: markRead, input: { ...asked, upTo: data?.texts[0]?.id ?? 0 } };
    },
  },
  'an image for a bulk text': {
    arrange: async () => ({ call: uploadImage, input: {}, file: picture() }),
  },
  'a bulk text with an uploaded image': {
    arrange: async () => {
      const imageId = made(await admin.raw(requestOf(uploadImage, {}, picture())));
      return { call: startTexts, input: { ...bulk(await newClient()), imageId } };
    },
  },
  'a bulk text': {
    arrange: async () => ({ call: startTexts, input: bulk(await newClient()) }),
  },
  'a bulk e-mail': {
    arrange: async () => {
      const data = { ...provider(), Email: mailOf(serial) };
      return { call: startMails, input: bulk(made(await admin.call(insertPerson, { data }))) };
    },
  },
  'a bulk text that is cancelled': {
    arrange: async () => {
      const started = await admin.raw(requestOf(startTexts, bulk(await newClient())));
      return { call: cancelSend, input: { id: made(started) } };
    },
  },
  'a mail that asks for confirmation': {
    arrange: async () => ({ call: sendConfirmation, input: { id: await newMailClient() } }),
  },
  'a record for the aggregator': {
    arrange: async () => {
      const id = await newClient();
      await server.database.pool.query(
        `update aggregator_records set status = 'Success' where type = 'Client' and record_id = $1`,
        [id],
      );
      return { call: insertRecord, input: { data: { type: 'Client', record_id: id } } };
    },
  },
  'a file': { arrange: async () => ({ call: uploadFile, input: { id: await newClient(), name: 'Card' } }) },
  'a renamed file': {
    arrange: async () => ({
      call: renameUserFile,
      input: { id: await uploaded(), name: 'Card.pdf', rename: 'Other' },
    }),
  },
  'a new care plan type': { arrange: async () => ({ call: planTypes.addType, input: planType() }) },
  'rates of a type from today on': {
    arrange: async () => ({
      call: planTypes.updateType,
      input: { id: await newType(), data: { rate: '5.55', json: '{"pcItems":[{"Name":"A"}],"hmItems":[]}' } },
    }),
  },
  'a changed type': {
    arrange: async () => {
      const id = await newType();
      const { Name, Code } = planType();
      return {
        call: planTypes.saveType,
        input: {
          id,
          rev: 0,
          Name,
          Code,
          ihss: true,
          relative: false,
          evvNeeded: true,
          aggregatorCode: 'IHSS',
          pcItems: ['Bathing'],
          hmItems: [],
        },
      };
    },
  },
  'rates of a future day': {
    arrange: async () => ({ call: planTypes.saveTerm, input: termsOf(await newType(), 0) }),
  },
  'removed rates of a future day': {
    arrange: async () => {
      const id = await newType();
      await admin.call(planTypes.saveTerm, termsOf(id, 0));
      return { call: planTypes.removeTerm, input: { id, rev: 1, validFrom: '2027-01-01' } };
    },
  },
  'outside-area postcodes': {
    arrange: async () => ({ call: planTypes.addPostcodes, input: { text: `${postcode()} ${postcode()}` } }),
  },
  'a removed postcode': {
    arrange: async () => {
      const code = postcode();
      await admin.call(planTypes.addPostcodes, { text: code });
      return { call: planTypes.removePostcodes, input: { codes: [code] } };
    },
  },
  // The row exists already, and each call changes it.
  'settings of the site': {
    arrange: async () => {
      await admin.call(sites.saveSettings, await settings());
      return { call: sites.saveSettings, input: await settings() };
    },
  },
  'the plan override password': {
    arrange: async () => {
      await admin.call(sites.setOverridePassword, { password: `Snow-Peak-${next()}` });
      return { call: sites.setOverridePassword, input: { password: `Snow-Peak-${next()}` } };
    },
  },
  // The agency has people, so only its present state can be chosen.
  'the state of the agency': {
    arrange: async () => ({ call: sites.saveState, input: { state: 'CO', timeZone: '' } }),
  },
  'a visit whose hint was looked at': {
    arrange: async () => {
      const { data } = await plan();
      await admin.call(insertCarePlan, { data });
      const id = await visitOf(data.ProviderID);
      const by = await server.as('evv', { providerId: data.ProviderID });
      await by.call(updateVisit, { id, data: { Status: 'Active', ...position, Accuracy: 0 } });
      const { rows } = await server.database.pool.query('select rev from visits where id = $1', [id]);
      return { call: markReviewed, input: { id, rev: rows[0]?.rev } };
    },
  },
  'recorded times that are accepted': {
    arrange: async () => ({ call: acceptAttempts, input: await recordedVisit() }),
  },
  'recorded times that are accepted together': {
    arrange: async () => {
      const ids = [(await recordedVisit()).id, (await recordedVisit()).id];
      return { call: applyBulk, input: { action: 'accept', ids } };
    },
  },
  'recorded times that wait for acceptance again': {
    arrange: async () => {
      const { id } = await recordedVisit();
      const { data } = await admin.call(applyBulk, { action: 'accept', ids: [id] });
      return { call: undoBulk, input: { bulk: data?.bulk ?? 0 } };
    },
  },
  'recorded times that are rejected together': {
    arrange: async () => {
      const ids = [(await recordedVisit()).id, (await recordedVisit()).id];
      return { call: applyBulk, input: { action: 'reject', ids } };
    },
  },
  'rejected times that wait for acceptance again': {
    arrange: async () => {
      const { id } = await recordedVisit();
      const { data } = await admin.call(applyBulk, { action: 'reject', ids: [id] });
      return { call: undoBulk, input: { bulk: data?.bulk ?? 0 } };
    },
  },
  'missed visits that are closed together': {
    arrange: async () => ({
      call: applyBulk,
      input: { action: 'close', ids: [await missedVisit(), await missedVisit()], closeCode: 'hospital' },
    }),
  },
  'a bulk of closed visits that is undone': {
    arrange: async () => {
      const closing = {
        action: 'close' as const,
        ids: [await missedVisit()],
        closeCode: 'hospital' as const,
      };
      const { data } = await admin.call(applyBulk, closing);
      return { call: undoBulk, input: { bulk: data?.bulk ?? 0 } };
    },
  },
  'an entry of eligibility': {
    arrange: async () => ({ call: eligibility.saveEntry, input: entryOf(await newClient()) }),
  },
  'an entry of eligibility that is corrected': {
    arrange: async () => {
      const entry = entryOf(await newClient());
      const id = made(await admin.call(eligibility.saveEntry, entry));
      return { call: eligibility.saveEntry, input: { ...entry, id, rev: 0, note: 'Called' } };
    },
  },
  'an entry of eligibility that is deleted': {
    arrange: async () => {
      const id = made(await admin.call(eligibility.saveEntry, entryOf(await newClient())));
      return { call: eligibility.deleteEntry, input: { id, rev: 0 } };
    },
  },
  'a question about eligibility': {
    arrange: async () => ({
      call: eligibility.makeRequest,
      input: { clientIds: [(await newMember()).id], day: today.toString() },
    }),
  },
  'an answer about eligibility': {
    arrange: async () => {
      const { medicaid } = await newMember();
      const content = ELIGIBLE.replaceAll('123456789', medicaid);
      return { call: eligibility.uploadEligibility, input: {}, file: { name: 'answer.271', content } };
    },
  },
  'a rehearsed question about eligibility': {
    arrange: async () => ({ call: eligibility.rehearseRequest, input: { id: await newRequest() } }),
    doneBefore: 409,
  },
  'people of a file': {
    arrange: async () => ({
      call: importFile,
      input: {
        target: 'people',
        columns: JSON.stringify(templateMapping('people')),
        run: `sweep-run-of-people-${next()}`,
      },
      file: { name: 'people.csv', content: fileOf('people', [client(), provider()]) },
    }),
  },
  'authorizations of a file': {
    arrange: async () => {
      const { medicaid } = await newMember();
      const cells = [
        medicaid,
        '',
        '',
        '',
        'PCP',
        `F${next()}`,
        '01-01-2026',
        '12-31-2026',
        '400',
        'Medicaid',
      ];
      const heads = importColumns('authorizations').map(({ label }) => label);
      return {
        call: importFile,
        input: {
          target: 'authorizations',
          columns: JSON.stringify(templateMapping('authorizations')),
          run: `sweep-run-of-authorizations-${next()}`,
        },
        file: { name: 'authorizations.csv', content: [heads, cells].map(csvLine).join('\r\n') },
      };
    },
  },
  'a care plan that is kept and linked': {
    arrange: async () => {
      const id = made(await admin.call(insertCarePlan, await plan()));
      return { call: planDocuments.saveCarePlan, input: { id, save: '1' } };
    },
    // A link can be reported once.
    doneBefore: 409,
  },
  'a timesheet that is kept and linked': {
    arrange: async () => {
      const id = made(await admin.call(insertCarePlan, await plan()));
      return { call: planDocuments.saveTimesheet, input: { id, year: 2026, month: 11, save: '1' } };
    },
    doneBefore: 409,
  },
  'a link that is revoked': {
    arrange: async () => {
      const planId = made(await admin.call(insertCarePlan, await plan()));
      await admin.call(planDocuments.saveCarePlan, { id: planId, save: '1' });
      const { data } = await admin.call(planDocuments.listSaved, { planId });
      return { call: planDocuments.revokeLink, input: { id: data?.[0]?.links[0]?.id } };
    },
    doneBefore: 404,
  },
  'signatures that are asked for': {
    arrange: async () => ({
      call: signing.askSignatures,
      input: {
        planId: made(await admin.call(insertCarePlan, await plan())),
        visitId: null,
        roles: ['client', 'caregiver'],
      },
    }),
    repeats: true,
  },
  'a link to sign': {
    arrange: async () => ({ call: signing.makeSigningLink, input: { id: (await toSign()).signerId } }),
    repeats: true,
  },
  'a request to sign that is taken back': {
    arrange: async () => ({ call: signing.withdrawSigner, input: { id: (await toSign()).signerId } }),
    doneBefore: 409,
  },
  'a signature on the phone': {
    arrange: async () => {
      const { requestId, ProviderID } = await toSign();
      const by = await server.as('evv', { providerId: ProviderID });
      return { call: signing.signOnPhone, input: signatureFor(requestId), by };
    },
    doneBefore: 200,
  },
  'a signed document that is checked': {
    arrange: async () => ({ call: signing.checkFile, input: {} }),
    repeats: true,
  },
  'a payroll run': {
    arrange: async () => {
      await unpaidCard();
      return { call: payroll.exportPayroll, input: { from: '2026-11', to: '2026-11' } };
    },
    noted: 'document_log',
  },
  'overtime that is owed for an exported week': {
    arrange: async () => ({
      call: payrollWeeks.confirmOwedWeeks,
      input: {
        weeks: (await owedWeek()).map(({ ID, through, hours, premium }) => ({ ID, through, hours, premium })),
      },
    }),
    doneBefore: 409,
  },
  'a pay category': {
    arrange: async () => ({
      call: payCategories.savePayCategory,
      input: { was: null, name: `Category ${next()}`, retired: false },
    }),
    doneBefore: 400,
  },
  'a pay category that is renamed': {
    arrange: async () => {
      const [was, name] = [`Category ${next()}`, `Category ${next()}`];
      await admin.call(payCategories.savePayCategory, { was: null, name: was, retired: false });
      return { call: payCategories.savePayCategory, input: { was, name, retired: false } };
    },
    doneBefore: 404,
  },
  'a pay category that is removed': {
    arrange: async () => {
      const name = `Category ${next()}`;
      await admin.call(payCategories.savePayCategory, { was: null, name, retired: false });
      return { call: payCategories.removePayCategory, input: { name } };
    },
    doneBefore: 404,
  },
  'a pay rate': {
    arrange: async () => ({ call: payRates.savePayRate, input: payRate(await newProvider()) }),
  },
  'a pay rate that is taken back': {
    arrange: async () => {
      const { rate, ...input } = payRate(await newProvider());
      await admin.call(payRates.savePayRate, { ...input, rate });
      return { call: payRates.removePayRate, input: { ...input, was: rate } };
    },
  },
  'rules of overtime and wages': {
    arrange: async () => {
      await admin.call(payroll.savePayRules, await rulesOf());
      return { call: payroll.savePayRules, input: await rulesOf() };
    },
  },
  'layouts of payroll services': {
    arrange: async () => {
      await admin.call(payroll.saveLayouts, await layoutsOf());
      return { call: payroll.saveLayouts, input: await layoutsOf() };
    },
  },
  'numbers at a payroll service': {
    arrange: async () => ({
      call: payroll.saveNumbers,
      input: { layout: 'adp', numbers: [{ ID: await newProvider(), number: String(next()) }] },
    }),
  },
  'a calculation': { arrange: async () => ({ call: calculator.calculate, input: await calculation() }) },
  'a norm of a task': {
    arrange: async () => ({ call: calculator.saveNorm, input: { ...norm(), rev: null } }),
  },
  'a norm that is taken back': {
    arrange: async () => {
      const { code, validFrom, ...more } = norm();
      await admin.call(calculator.saveNorm, { code, validFrom, ...more, rev: null });
      return { call: calculator.removeNorm, input: { code, validFrom } };
    },
  },
  'what the agency does beyond a limit': {
    arrange: async () => {
      const { data } = await admin.call(calculator.listNorms, {});
      const rev = data?.rules.find(({ limit }) => limit === 'oversightYear')?.rev ?? null;
      return { call: calculator.saveLimitRule, input: { limit: 'oversightYear', rule: 'block', rev } };
    },
  },
  'a cap of a day': {
    arrange: async () => ({ call: calculator.saveCap, input: { ...cap(), rev: null } }),
  },
  'a cap that is taken back': {
    arrange: async () => {
      const { kind, validFrom, ...more } = cap();
      await admin.call(calculator.saveCap, { kind, validFrom, ...more, rev: null });
      return { call: calculator.removeCap, input: { kind, validFrom } };
    },
  },
  'an invitation of the family': {
    arrange: async () => {
      const clientId = await newClient();
      return { call: invite, input: { clientId, email: `rosa${next()}@example.org`, ...agreedWith() } };
    },
  },
  'an invitation that is changed': {
    arrange: async () => {
      const { memberId: id } = await relative();
      return { call: saveMember, input: { id, rev: 0, ...agreedWith() } };
    },
  },
  'another link for the family': {
    arrange: async () => ({ call: sendLink, input: { id: (await relative()).memberId } }),
  },
  'an invitation that ends': {
    arrange: async () => ({ call: endMember, input: { id: (await relative()).memberId } }),
  },
  'the language of the family': {
    arrange: async () => ({
      call: familyPage.chooseLanguage,
      input: { language: 'es' },
      by: await relative(),
    }),
  },
  'a family that signs out': {
    arrange: async () => ({ call: familyPage.signOut, input: {}, by: await relative() }),
    doneBefore: 401,
  },
  'the address of a calendar of the family': {
    arrange: async () => ({ call: familyPage.renewCalendar, input: {}, by: await relative() }),
    repeats: true,
  },
  'a calendar of the family that is taken away': {
    arrange: async () => {
      const by = await relative();
      await by.call(familyPage.renewCalendar, {});
      return { call: familyPage.removeCalendar, input: {}, by };
    },
  },
  'a passkey that the family asks for': {
    arrange: async () => ({ call: familyPage.beginPasskey, input: {}, by: await relative() }),
  },
  'a passkey of the family': {
    arrange: async () => {
      const { by, made: input } = await familyPasskey();
      return { call: familyPage.addPasskey, input, by };
    },
  },
  'a family that comes in with a passkey': {
    arrange: async () => {
      const { soft } = await addedFamilyPasskey();
      const by = server.anonymous();
      const { data } = await by.call(familyPage.beginPasskeySignIn, {});
      const used = soft.use(data?.challenge ?? '', data?.rpId ?? '');
      return { call: familyPage.signInWithPasskey, input: { passkey: used }, by };
    },
    repeats: true,
  },
  'a family that asks for a link': {
    arrange: async () => {
      const { memberId } = await relative();
      const { rows } = await server.site.pool.query('select email from family_members where id = $1', [
        memberId,
      ]);
      return {
        call: familyPage.askLink,
        input: { email: rows[0]?.email, language: 'en' },
        by: server.anonymous(),
      };
    },
    repeats: true,
  },
  'a passkey of the family that is removed': {
    arrange: async () => {
      const { by } = await addedFamilyPasskey();
      const { data } = await by.call(familyPage.listPasskeys, {});
      return { call: familyPage.removePasskey, input: { id: data?.[0]?.id ?? 0 }, by };
    },
  },
  'the address of a calendar': {
    arrange: async () => ({ call: renewFeed, input: { id: await newProvider() } }),
  },
  'an address of a calendar that is taken away': {
    arrange: async () => {
      const id = await newProvider();
      await admin.call(renewFeed, { id });
      return { call: removeFeed, input: { id } };
    },
  },
  'hours of a caregiver': {
    arrange: async () => ({
      call: availability.saveHours,
      input: { id: await newProvider(), hours: workingHours, skills: [await newSkill()], rev: 0 },
    }),
  },
  'a skill of the list': {
    arrange: async () => ({ call: availability.saveSkill, input: { was: null, name: `Skill ${next()}` } }),
  },
  'a skill that is taken back': {
    arrange: async () => ({ call: availability.removeSkill, input: { name: await newSkill() } }),
  },
  'what a client requires': {
    arrange: async () => ({
      call: availability.saveNeeds,
      input: {
        id: await newClient(),
        needs: { skills: [await newSkill()], languages: ['Spanish'], wishedLanguages: [] },
        rev: 0,
      },
    }),
  },
  'a preferred caregiver': {
    arrange: async () => ({ call: availability.savePreference, input: await preference() }),
  },
  'a preference that is taken back': {
    arrange: async () => {
      const id = made(await admin.call(availability.savePreference, await preference()));
      return { call: availability.removePreference, input: { id, rev: 0 } };
    },
  },
  'time off that is asked for': {
    arrange: async () => {
      const providerId = await newProvider();
      const by = await server.as('evv', { providerId });
      return { call: availability.saveTimeOff, input: timeOff(providerId), by };
    },
  },
  'time off that is approved': {
    arrange: async () => {
      const input = timeOff(await newProvider());
      const id = made(await admin.call(availability.saveTimeOff, input));
      return {
        call: availability.decideTimeOff,
        input: { items: [{ id, rev: 0 }], status: 'Approved' as const },
      };
    },
  },
  'time off that is taken back': {
    arrange: async () => {
      const providerId = await newProvider();
      const by = await server.as('evv', { providerId });
      const id = made(await by.call(availability.saveTimeOff, timeOff(providerId)));
      return { call: availability.removeTimeOff, input: { id, rev: 0 }, by };
    },
  },
  'accounts of the ledger': {
    arrange: async () => {
      const { data } = await admin.call(accounting.getAccounts, {});
      return { call: accounting.saveAccounts, input: { accounts: FIRST_ACCOUNTS, rev: data?.rev ?? 0 } };
    },
    doneBefore: 409,
  },
  'an archive of everything': {
    arrange: async () => {
      await server.database.pool.query("update agency_exports set state = 'failed' where state = 'waiting'");
      return { call: agencyExport.makeExport, input: {} };
    },
    doneBefore: 409,
  },
  'an archive that is removed': {
    arrange: async () => ({ call: agencyExport.removeExport, input: { id: await madeExport() } }),
  },
  'a webhook': {
    arrange: async () => ({ call: webhooks.addWebhook, input: webhookInput() }),
    doneBefore: 409,
  },
  'a webhook that is paused': {
    arrange: async () => ({ call: webhooks.pauseWebhook, input: { id: await newWebhook(), paused: true } }),
  },
  'a webhook that is removed': {
    arrange: async () => ({ call: webhooks.removeWebhook, input: { id: await newWebhook() } }),
  },
  'a webhook that is tried': {
    arrange: async () => ({ call: webhooks.testWebhook, input: { id: await newWebhook() } }),
    // Each try is recorded.
    repeats: true,
  },
  'an event that is sent again': {
    arrange: async () => ({ call: webhooks.sendAgain, input: { id: await parkedAt(), delivery: null } }),
  },
  'a key of another program': {
    arrange: async () => ({ call: makeApiKey, input: keyInput() }),
    doneBefore: 409,
  },
  'a key that is revoked': {
    arrange: async () => ({
      call: revokeApiKey,
      input: { id: made(await admin.call(makeApiKey, keyInput())) },
    }),
  },
  'what the aggregator knows': {
    arrange: async () => ({ call: sites.updateSandata, input: {} }),
  },
  'a logo': {
    arrange: async () => {
      await admin.raw(requestOf(sites.uploadLogo, {}, picture()));
      return { call: sites.uploadLogo, input: {}, file: picture() };
    },
  },
  'a logo that is removed': {
    arrange: async () => {
      await admin.raw(requestOf(sites.uploadLogo, {}, picture()));
      return { call: sites.removeLogo, input: {} };
    },
  },
  'an update note that is closed': {
    arrange: async () => {
      const note = await admin.call(sites.addUpdateNote, { note: `News ${next()}` });
      return { call: pages.markUpdateSeen, input: { order: made(note) } };
    },
    repeats: true,
  },
  'an update note': {
    arrange: async () => ({ call: sites.addUpdateNote, input: { note: `News ${next()}` } }),
  },
  'the payer of the site': {
    arrange: async () => {
      await admin.call(sites.savePayer, await payerOf());
      return { call: sites.savePayer, input: await payerOf() };
    },
  },
  'a mail server': {
    arrange: async () => {
      await admin.call(sites.saveConnection, { connection: mailConnection(), rev: await connectionRev() });
      return {
        call: sites.saveConnection,
        input: { connection: mailConnection(), rev: await connectionRev() },
      };
    },
  },
  'a mail server that is removed': {
    arrange: async () => {
      await admin.call(sites.saveConnection, { connection: mailConnection(), rev: await connectionRev() });
      return { call: sites.removeConnection, input: { kind: 'mail', rev: await connectionRev() } };
    },
  },
  'a connection that is tried': {
    arrange: async () => ({ call: sites.testConnection, input: { connection: EMPTY.addresses } }),
    // Each try is recorded.
    repeats: true,
  },
  'a deleted file': {
    arrange: async () => ({ call: deleteUserFile, input: { id: await uploaded(), name: 'Card.pdf' } }),
  },
  'a file whose deletion is taken back': {
    arrange: async () => {
      const file = { id: await uploaded(), name: 'Card.pdf' };
      await admin.call(deleteUserFile, file);
      return { call: restoreUserFile, input: file };
    },
  },
};
