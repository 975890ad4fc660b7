import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Call, Role } from '@homecare/domain/call.ts';
import { DECLARED_CALLS } from '@homecare/domain/calls.ts';
import { COLORADO_PAY_RULES } from '@homecare/domain/payroll/pay-rules.ts';
import { SWITCH_DEFAULTS } from '@homecare/domain/sites/limits.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { createExampleData } from './platform/ops/example-data.ts';
import { requestOf } from './platform/testing/requests.ts';
import { type Caller, testServer } from './platform/testing/server.ts';
import { PAGE_CALLS } from './reports/routes.ts';

/**
 * Every declared call × each role, anonymous, an ended session, a session that must change its password, and a session of
 * another site, against permissions.txt. Refused means: 401 or 403, and no row of any table changed.
 */
/** Open calls that ask for a proof of their own: a password, or a phone that stays signed in. */
const PROVES = new Set(['accounts.login', 'accounts.beginUnlock', 'accounts.unlockPhone']);
const ROLES = ['admin', 'user', 'provider', 'evv'] as const;
type Permission = 'yes' | 'no' | 'own' | 'open';
interface Row {
  readonly key: string;
  readonly by: Record<Role, Permission>;
  readonly anonymous: 'open' | 'no';
  readonly duringReset: boolean;
  readonly effect: string;
  readonly switch: string;
}

const permission = (text: string | undefined): Permission => {
  if (text === 'yes' || text === 'no' || text === 'own' || text === 'open') return text;
  throw new Error(`permissions.txt: ${text}`);
};

const readMatrix = (): Row[] =>
  readFileSync(fileURLToPath(new URL('../permissions.txt', import.meta.url)), 'utf8')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => {
      const words = line.trim().split(/\s+/);
      const [admin, user, provider, evv, anonymous, reset, effect, needed] = words.slice(-8);
      return {
        key: words.slice(0, -8).join(' '),
        by: {
          admin: permission(admin),
          user: permission(user),
          provider: permission(provider),
          evv: permission(evv),
        },
        anonymous: anonymous === 'open' ? 'open' : 'no',
        duringReset: reset === 'yes',
        effect: effect ?? '',
        switch: needed ?? '-',
      };
    });

const keyOf = (call: Call): string => {
  if (call.transport.via === 'command') return `command ${call.transport.cmd}`;
  // The reports of the page are all alike: a new one is its file alone.
  if (PAGE_CALLS.includes(call)) return 'get Reports/*.php';
  const about =
    call.transport.paths[0] === 'info.php'
      ? ` ${call.name.split('.get')[1]?.replace(/^./, (c) => c.toLowerCase())}`
      : '';
  return `${call.transport.method.toLowerCase()} ${call.transport.paths[0]}${about}`;
};

/** Export Payroll opened by GET is another call, which reads. */
const readByGet = ({ transport, effect }: Call): boolean =>
  effect === 'write' &&
  transport.via === 'path' &&
  DECLARED_CALLS.some(
    (other) =>
      other.effect === 'read' &&
      other.transport.via === 'path' &&
      other.transport.method === 'GET' &&
      transport.method === 'POST' &&
      other.transport.paths[0] === transport.paths[0],
  );

const CALLS = [...DECLARED_CALLS, ...PAGE_CALLS];
const matrix = new Map(readMatrix().map((row) => [row.key, row]));
const server = await testServer({ others: ['other'] });
afterAll(() => server.stop());
const { providerId } = await createExampleData(server.scope, {
  clients: 4,
  providers: 3,
  months: 0,
  say: () => undefined,
});
const today = server.scope.today();

const one = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>> => {
  const { rows } = await server.site.pool.query<Record<string, unknown>>(text, values);
  if (!rows[0]) throw new Error(`no row: ${text}`);
  return rows[0];
};
const person = await one('select id, rev, first_name, phone from people where id = $1', [providerId]);
const plan = await one('select id from care_plans where provider_id = $1 order by id limit 1', [providerId]);
const aClient = await one("select id from people where kind = 'Client' order by id limit 1");
const visit = await one(
  'select id, care_plan_id, date from visits where provider_id = $1 order by date, id limit 1',
  [providerId],
);
const otherVisit = await one('select id from visits where provider_id <> $1 order by date, id limit 1', [
  providerId,
]);
const otherPlan = await one('select id from care_plans where provider_id <> $1 order by id limit 1', [
  providerId,
]);

const mobile = await server.as('evv', { providerId });

/** A request of each call that would do something if it were let through. */
const sample = (call: Call): { input: unknown; request: InjectOptions } => {
  const day = { year: today.year, month: today.month, day: today.day };
  const bulk = { groups: [], months: [], plus: [person.id], minus: [] };
  const inputs: Record<string, unknown> = {
    'accounts.login': { data: { user: 'nobody', pass: 'x' } },
    'accounts.logout': { data: {} },
    'accounts.updateAccount': { data: { password: 'weak' } },
    'accounts.insertAccount': {
      data: {
        login: `mobile${randomInt(1e9)}`,
        password: 'Xy1',
        full_name: 'Some One',
        role: 'evv',
        provider_id: providerId,
      },
    },
    'accounts.getAccounts': { filters: [{ field: 'login', op: '=', value: 'nobody' }] },
    'accounts.deleteAccount': { id: 2_000_000_000, data: {} },
    'accounts.sendPasswordLink': {
      id: mobile.accountId,
      channel: 'SMS',
      subject: '',
      text: 'Your link: %link%',
    },
    'accounts.endSessionsOf': { id: 2_000_000_000 },
    'accounts.removeFactorOf': { id: 2_000_000_000 },
    // Required, every later caller would have to set one up first.
    'accounts.setFactorRule': { required: false },
    'accounts.keepPhone': { pin: 'nope' },
    'accounts.unlockPhone': { pin: 'nope' },
    'accounts.listPhones': { id: mobile.accountId },
    'accounts.endPhone': { id: mobile.accountId, phone: 2_000_000_000 },
    'accounts.endOwnSession': { id: 2_000_000_000 },
    'accounts.enrolFactor': { password: 'nope' },
    'accounts.confirmFactor': { code: '123456' },
    'accounts.renewCodes': { password: 'nope', code: '123456' },
    'accounts.removeFactor': { password: 'nope', code: '123456' },
    'calculator.calculate': {
      client: null,
      providers: [],
      startDate: null,
      timeStart: null,
      timeEnd: null,
      tasks: { homemaker: [], personal: [], health: [] },
    },
    'calculator.list': {},
    'calculator.result': { file: 'ihss_1_20261120_1_1_hmk.pdf' },
    'calculator.listNorms': {},
    'calculator.saveNorm': {
      code: 102,
      validFrom: '2026-12-01',
      name: 'Bathroom cleaning',
      minutes: 20,
      per: null,
      source: 'Letter',
      rev: null,
    },
    'calculator.saveCap': {
      kind: 'providerDay',
      validFrom: '2026-12-01',
      minutes: 600,
      source: 'Letter',
      rev: null,
    },
    'calculator.removeNorm': { code: 102, validFrom: '2026-12-01' },
    'calculator.removeCap': { kind: 'providerDay', validFrom: '2026-12-01' },
    'people.getPeople': { filters: [{ field: 'Cur', op: '=', value: 'y' }] },
    'people.insertPerson': { data: { FirstName: 'Forged', LastName: 'Row', 'Provider or Client': 'Client' } },
    'people.updatePerson': { id: person.id, data: { notes: 'forged' } },
    'people.deleteHistory': { id: person.id, historyId: 1 },
    'people.setExactPoint': { id: person.id, AddressLatitude: 1, AddressLongitude: 1 },
    'people.previewArchive': { id: person.id, archiveDate: today.toString() },
    'people.getNote': { id: person.id },
    'recordLog.getPersonLog': { id: person.id },
    'recordLog.getPlanLog': { id: plan.id },
    'recordLog.getBillingLog': { id: plan.id, date: '2026-10' },
    'people.getCoordinates': { id: person.id },
    'peopleForms.caseManagerForm': { id: aClient.id },
    'peopleForms.CareCoordinationForm': { id: aClient.id },
    'peopleForms.CareCoordinationRequest': { id: aClient.id },
    'peopleForms.incidentForm': { id: aClient.id },
    'peopleForms.followupForm': { id: aClient.id },
    'peopleForms.lastHoursReport': { id: aClient.id },
    'peopleForms.employeeVerification': { id: person.id },
    'peopleForms.Newprovider': { name: 'New Person' },
    'planDocuments.printCarePlan': { id: plan.id },
    'planDocuments.printTimesheet': { id: plan.id, year: '2026', month: '11' },
    'planDocuments.printServiceOrder': { ids: String(plan.id), year: '2026', month: '11' },
    'planDocuments.printServiceOrderCP': { ids: String(plan.id), year: '2026', month: '11' },
    'planDocuments.printServiceOrderTS': { ids: String(plan.id), year: '2026', month: '11' },
    'planDocuments.readProgress': { run: 'a'.repeat(32) },
    'planDocuments.saveCarePlan': { id: plan.id, save: '1' },
    'planDocuments.saveTimesheet': { id: plan.id, year: '2026', month: '11', save: '1' },
    'planDocuments.listSaved': { planId: plan.id },
    'planDocuments.downloadSaved': { id: 1 },
    'planDocuments.revokeLink': { id: 1 },
    'people.getProcedureCodes': { requestInfo: 'procedureCodes' },
    'candidates.get': { filters: [] },
    'candidates.insert': {
      data: {
        Name: 'Forged Row',
        Phone: '(303) 555-0199',
        Address: '1 Main St',
        AddressLatitude: 1,
        AddressLongitude: 1,
        DateAvailable: '2026-12-01',
      },
    },
    'candidates.update': { id: 1, data: { Status: 'Archive' } },
    'files.uploadFile': { id: person.id, name: `Forged ${randomInt(1e9)}` },
    'files.getUserFiles': { id: person.id },
    'files.downloadFile': { id: person.id, name: 'Forged.pdf' },
    'files.renameUserFile': { id: person.id, name: 'Forged.pdf', rename: 'Again' },
    'files.deleteUserFile': { id: person.id, name: 'Forged.pdf' },
    'carePlans.get': { filters: [{ field: 'ProviderID', op: '=', value: String(providerId) }] },
    'carePlans.read': { filters: [{ field: 'ID', op: '=', value: String(plan.id) }] },
    'carePlans.setActive': { id: plan.id },
    'carePlans.changeVisits': { action: 'create', id: plan.id },
    'carePlans.update': { id: providerId, customId: 'ProviderID', data: { Status: 'Archive' } },
    'carePlans.insert': { data: { ProviderID: providerId, Remarks: 'forged', json: null } },
    'timesheets.getScanList': { id: plan.id },
    'timesheets.updateScanError': { id: plan.id, date: '2026-10', period: 0, error: '1,3' },
    'timesheets.deleteScanError': { id: 1 },
    'timesheets.scanByClient': { clientID: aClient.id, date: '2026-10' },
    'timesheets.uploadScan': { again: false },
    'timesheets.listPages': { id: plan.id },
    'timesheets.getTs': { id: 1 },
    'timesheets.getPagePicture': { id: 1 },
    'timesheets.getPageFile': { id: 1 },
    'timesheets.assignPage': { id: 1, planId: plan.id, date: '2026-10', part: '0' },
    'timesheets.deletePage': { id: 1 },
    'timesheets.getNoTimesheet': { start: '2026-10-01', end: '2026-10-31' },
    'visits.list': { year: today.year, month: today.month, startDay: today.day, endDay: today.day },
    'visits.schedule': { providerId, ...day },
    'visits.reschedule': {
      careId: visit.care_plan_id,
      id: visit.id,
      fromDate: visit.date,
      startDate: today.add({ days: 9 }).toString(),
      startTime: '04:45',
    },
    'visits.callReport': { provider: providerId, from: today.toString(), to: today.toString() },
    'visits.markReviewed': { id: visit.id },
    'visits.acceptAttempts': { id: visit.id, attempts: [1] },
    'visits.applyBulk': { action: 'close', ids: [visit.id], closeCode: 'hospital' },
    'visits.undoBulk': { bulk: 1 },
    'visits.listExceptions': { from: today.toString(), to: today.toString() },
    'messaging.insertTemplate': { data: { name: `Forged ${randomInt(1e9)}`, text: 'x' } },
    'messaging.updateTemplate': { id: 1, data: { name: 'Forged' } },
    'messaging.deleteTemplate': { id: 1, data: {} },
    'messaging.queueSms': { sms: [{ number: person.phone, text: 'forged' }] },
    'messaging.queueEmail': { email: [{ email: 'pat@example.org', text: 'forged', subject: '' }] },
    'messaging.getSendLog': { date: today.toString() },
    'messaging.findCaseManager': { id: person.id },
    'messagingHooks.takeStatus': { MessageSid: `SM${'0'.repeat(32)}`, MessageStatus: 'delivered' },
    'messagingHooks.takeText': {
      MessageSid: `SM${'0'.repeat(32)}`,
      From: '+13035550199',
      To: '+13035550110',
    },
    'messaging.getConversation': { personId: person.id, number: null },
    'messaging.markRead': { personId: person.id, number: null, upTo: 1 },
    'messaging.answerText': { personId: person.id, number: person.phone, text: 'forged' },
    'messaging.sendAgain': { id: 1 },
    'messaging.sendConfirmation': { id: person.id },
    'bulkMessages.startTexts': { to: bulk, seen: 1, text: 'forged' },
    'bulkMessages.startMails': { to: bulk, seen: 1, text: 'forged' },
    'bulkMessages.listSkipped': { id: 1 },
    'bulkMessages.cancel': { id: 1 },
    'aggregator.insertRecord': { data: { type: 'Provider', record_id: providerId, Status: 'Planned' } },
    'aggregator.getLog': { id: visit.id, type: 'Visit' },
    'visits.update': { id: visit.id, data: { Status: 'Active' } },
    'planTypes.update': { id: 1, data: { rate: '5.55' } },
    'planTypes.add': { Name: `Forged ${randomInt(1e9)}`, Code: `F${randomInt(1e9)}`, likeId: 1 },
    'planTypes.save': {
      id: 1,
      rev: 0,
      Name: 'Forged',
      Code: 'PCP',
      ihss: false,
      relative: false,
      evvNeeded: true,
      aggregatorCode: 'PRSNL',
      pcItems: ['Forged'],
      hmItems: [],
    },
    'planTypes.saveTerm': {
      id: 1,
      rev: 0,
      isNew: true,
      validFrom: today.add({ days: 1 }).toString(),
      procedureCode: null,
      modifiers: [],
      unitRule: 'up',
      rateCents: 1,
      addrateCents: 1,
      payCategory: null,
      source: 'forged',
    },
    'planTypes.removeTerm': { id: 1, rev: 0, validFrom: '2020-01-01' },
    'planTypes.getPostcodes': { requestInfo: 'postcodes' },
    'planTypes.addPostcodes': { text: String(randomInt(10_000, 99_999)) },
    'planTypes.removePostcodes': { codes: ['80014'] },
    'sites.saveSettings': {
      switches: {
        smsEnabled: true,
        emailEnabled: true,
        sandataEnabled: true,
        eligibility: true,
        temporaryEnabled: true,
        archiveOnSaveEnabled: true,
        sendsCompleteVisits: false,
        langGroup: ['English'],
        timeZone: 'Europe/Paris',
        ...SWITCH_DEFAULTS,
        idleMinutes: 60,
        ownClientsOnly: true,
      },
      paper: {
        agency: 'Forged',
        address: [],
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
      },
      rev: 0,
    },
    'sites.addUpdateNote': { note: 'Forged' },
    'sites.savePayer': {
      tpid: '1',
      filePrefix: '',
      usage: 'P',
      receiver: 'FORGED',
      payerId: 'FORGED',
      npi: '',
      taxonomy: '',
      medicaidProviderId: '',
      ein: '',
      name: '',
      address: '',
      address2: '',
      city: '',
      state: '',
      zip: '',
      contactName: '',
      contactPhone: '',
      membersPerFile: 1,
      rev: 0,
    },
    'sites.saveConnection': {
      connection: { kind: 'addresses', provider: 'local', url: '', secret: null },
      rev: 0,
    },
    'sites.removeConnection': { kind: 'mail', rev: 0 },
    'sites.testConnection': {
      connection: { kind: 'addresses', provider: 'local', url: '', secret: null },
    },
    'sites.setOverridePassword': { password: 'Forged-Word-7' },
    'listExport.people': { tab: 'All', search: '', showArchived: true, format: 'csv' },
    'listExport.plans': {
      search: '',
      month: null,
      group: '',
      excluded: 'All',
      showDeleted: true,
      showArchived: true,
      showTemp: true,
      covidList: false,
      clientFirst: false,
      format: 'csv',
    },
    'possibleProviders.list': { id: aClient.id },
    'peopleImport.check': { target: 'clients', columns: '[]', run: 'permission-check' },
    'peopleImport.import': { target: 'clients', columns: '[]', run: 'permission-check' },
    'peopleImport.progress': { run: 'permission-check' },
    'billing.get': { filters: [{ field: 'clientId', op: '=', value: String(aClient.id) }] },
    'billing.insert': {
      data: {
        careplanId: plan.id,
        date: '2026-10',
        startPeriod: '2026-10-01',
        endPeriod: '2026-10-31',
        payRate: '5.17',
        json: [],
      },
    },
    'billing.update': { id: 1, data: { Status: 'Paid' } },
    'billing.delete': { id: 1, data: {} },
    'billing.clientMonth': { clientId: aClient.id, date: '2026-10' },
    'billing.checkTime': {
      date: '2026-10',
      clientId: aClient.id,
      providerId,
      time: '[]',
      start: '2026-10-01',
      end: '2026-10-31',
    },
    'billing.getEvvVisits': {
      id: plan.id,
      provider: providerId,
      dateFrom: '2026-10-01',
      dateTo: '2026-10-31',
    },
    'billing.setStatus': { date: '2026-10', fromStatus: 'Billed', toStatus: 'Paid' },
    'billing.undoSetStatus': { undo: [{ id: 1, rev: 0 }], fromStatus: 'Billed', toStatus: 'Paid' },
    'billing.listNotAssigned': { date: '2026-10' },
    'billing.sendNotAssigned': { from: '2026-10-01', to: '2026-10-31' },
    'eligibility.getEntryOrigin': { id: 1 },
    'eligibility.saveEntry': {
      id: null,
      rev: null,
      clientId: aClient.id,
      status: 'Eligible',
      date: today.toString(),
      start: today.toString(),
      end: null,
      note: 'Forged',
    },
    'eligibility.deleteEntry': { id: 1, rev: 0 },
    'eligibility.previewRequest': { clientIds: [aClient.id], day: today.toString() },
    'eligibility.makeRequest': { clientIds: [aClient.id], day: today.toString() },
    'eligibility.downloadRequest': { id: 1 },
    'eligibility.printControlSheet': { id: 1 },
    'eligibility.downloadAnswer': { id: 1 },
    'eligibility.rehearse': { id: 1 },
    'listExport.eligibility': { search: '', filter: 'All', format: 'csv' },
    'listExport.visits': {
      date: today.toString(),
      segment: 'All',
      pending: true,
      sent: true,
      format: 'csv',
    },
    'listExport.candidates': { search: '', format: 'csv' },
    'listExport.messages': { date: today.toString(), part: 'all', format: 'csv' },
    'listExport.denials': { format: 'csv' },
    'listExport.batches': { format: 'csv' },
    'claims.generate': { from: '2026-10-01', to: '2026-10-31', status: 'Billed' },
    'claims.preview': { from: '2026-10-01', to: '2026-10-31', status: 'Billed' },
    'claims.listProof': { from: '2026-10-01', to: '2026-10-31', status: 'Billed' },
    'claims.getClientProof': { clientId: aClient.id, date: '2026-10' },
    'claims.downloadBatch': { id: 1 },
    'claims.rehearse': { id: 1 },
    'claims.printControlSheet': { id: 1 },
    'claims.downloadAnswer': { id: 1 },
    'claims.decideParked': { ids: [1], decision: 'discard', note: 'Forged' },
    'claims.postManualPayment': {
      number: '1',
      date: '2026-10-31',
      method: 'CHK',
      paid: 0,
      claims: [],
      adjustments: [],
    },
    'claims.saveDenial': { id: '1-1', ownerId: null, note: 'Forged', rev: 0 },
    'claims.correct': { id: '1-1', how: 'void' },
    'claims.listPars': { clientId: aClient.id },
    'claims.savePar': {
      id: null,
      clientId: aClient.id,
      type: 'PCP',
      number: '1',
      from: '2026-01-01',
      through: '2026-12-31',
      units: null,
      rev: null,
    },
    'claims.deletePar': { id: 1, rev: 0 },
    'addresses.suggestAddresses': { text: '1130 Woodmen' },
    'payroll.getMonth': { date: '2026-10' },
    'payroll.saveCategory': { was: null, name: 'Private pay', retired: false },
    'payroll.removeCategory': { name: 'Nothing' },
    'payroll.listRates': { id: providerId },
    'payroll.saveRate': { id: providerId, category: 'Homemaker', validFrom: null, rate: 1, was: null },
    'payroll.removeRate': { id: providerId, category: 'Homemaker', validFrom: '2026-11-01', was: 1 },
    'payroll.previewExport': { from: '2026-10', to: '2026-10' },
    'payroll.export': { from: '2026-10', to: '2026-10' },
    'payroll.previewRun': { date: '2026-10', half: 'both' },
    'payroll.getRun': { number: 1 },
    'payroll.downloadRun': { number: 1 },
    'payroll.printRun': { number: 1 },
    'payroll.confirmOwedWeeks': { weeks: [{ ID: providerId, through: '2026-11-14', hours: 1, premium: 1 }] },
    'payroll.saveRules': { rules: COLORADO_PAY_RULES, rev: 0 },
    'payroll.saveLayouts': { layouts: [], rev: 0 },
    'payroll.saveNumbers': { layout: 'own', numbers: [{ ID: providerId, number: '17' }] },
    'reports.getReports': { requestInfo: 'reports' },
    'reports.previewReport': { file: 'ClientsActive' },
  };
  const input = inputs[call.name] ?? {};
  const file = call.name.startsWith('peopleImport.')
    ? { name: 'people.csv', content: 'Name\nForged' }
    : undefined;
  return { input, request: requestOf(call, input, file) };
};

const { rows: tables } = await server.site.pool.query<{ name: string }>(
  `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not in ('change_log', 'sessions', 'login_failures')`,
);
const SUMS = tables
  .map(
    ({ name }) =>
      `select '${name}:' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from "${name}" t`,
  )
  .join(' union all ');
/** Every row of every table but those that a refusal itself may write. */
const fingerprint = async () => {
  const { rows } = await server.site.pool.query<{ sum: string }>(SUMS);
  return rows.map(({ sum }) => sum).join('\n');
};

const tied = (role: Role) => (role === 'provider' || role === 'evv' ? { providerId } : {});
const callers = new Map<Role, Caller>();
for (const role of ROLES) callers.set(role, await server.as(role, tied(role)));
const callerOf = (role: Role) => {
  const caller = callers.get(role);
  if (!caller) throw new Error(role);
  return caller;
};

/** Nothing of premium, and no switch on. */
const off = await testServer({
  entry: { capabilities: { premium: false, version: 1, maxClients: 5, billing: false } },
});
afterAll(() => off.stop());
await off.site.pool.query("delete from settings where key = 'switches'");
const adminWithout = await off.as('admin');

const ended = await server.as('admin');
await server.site.pool.query('update sessions set ended = now() where account_id = $1', [ended.accountId]);
const elsewhere = await server.as('admin', { site: server.siteNamed('other') });

let checks = 0;
const refused = async (caller: Caller, request: InjectOptions, status: 401 | 403) => {
  checks += 1;
  const before = await fingerprint();
  const answer = await caller.raw(request);
  expect(answer.status).toBe(status);
  expect(answer.data).toBeUndefined();
  expect(await fingerprint()).toBe(before);
};

test('every declared call has its row, and every row its call', () => {
  expect([...matrix.keys()].sort()).toEqual([...new Set(CALLS.map(keyOf))].sort());
});

describe.each(CALLS.map((call) => [keyOf(call), call.name, call] as const))('%s %s', (key, _, call) => {
  const row = matrix.get(key);
  if (!row) throw new Error(`permissions.txt lacks ${key}`);
  const { request } = sample(call);
  const isOpen = row.anonymous === 'open';

  test('has the declared effect', () => expect(call.effect).toBe(row.effect));

  test.each(ROLES)('%s', async (role) => {
    if (row.by[role] === 'no') return refused(callerOf(role), request, 403);
    checks += 1;
    // Logout and a changed password would end the session of the tests that follow.
    const caller = call.name === 'accounts.logout' ? await server.as(role, tied(role)) : callerOf(role);
    const { status } = await caller.raw(request);
    if (PROVES.has(call.name)) expect(status).toBe(401);
    // Nobody's role is a signature.
    else if (call.proof) expect(status).toBe(403);
    else expect([200, 400, 404, 409]).toContain(status);
  });

  test.runIf(!isOpen)('anonymous', () => refused(server.anonymous(), request, 401));
  test.runIf(isOpen)('anonymous may call', async () => {
    checks += 1;
    const { status } = await server.anonymous().raw(request);
    expect(status).toBe(call.proof ? 403 : PROVES.has(call.name) ? 401 : 200);
  });

  test.runIf(!isOpen)('an ended session', () => refused(ended, request, 401));

  test.runIf(!isOpen)('a session of another site', async () => {
    await refused(server.withCookie(elsewhere.cookie ?? ''), request, 401);
    await refused(server.withCookie((elsewhere.cookie ?? '').replace('other~', 'demo~')), request, 401);
  });

  test.runIf(!isOpen)('a session that must change its password', async () => {
    const fresh = await server.as('admin', { temporary: true });
    if (!row.duringReset) return refused(fresh, request, 403);
    checks += 1;
    expect((await fresh.raw(request)).status).not.toBe(403);
  });

  test.runIf(row.effect === 'write')('from another origin', async () => {
    const before = await fingerprint();
    for (const headers of [
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'http://evil.example' },
      { 'x-requested-with': '' },
    ])
      for (const method of readByGet(call) ? (['POST'] as const) : (['POST', 'GET'] as const)) {
        checks += 1;
        const { status } = await callerOf('admin').raw({
          ...request,
          method,
          ...(method === 'GET' && { payload: '' }),
          headers: { ...request.headers, ...headers },
        });
        expect([403, 404]).toContain(status);
      }
    expect(await fingerprint()).toBe(before);
  });

  test.runIf(row.switch !== '-')('with the switch off', async () => {
    expect((await adminWithout.raw(request)).status).toBe(403);
  });
});

describe('role evv and the records of others', () => {
  const evv = () => callerOf('evv');
  const call = (name: string) => {
    const found = DECLARED_CALLS.find((candidate) => candidate.name === name);
    if (!found) throw new Error(name);
    return found;
  };
  test('cannot move the visit of another caregiver', async () => {
    const before = await fingerprint();
    const answer = await evv().raw(
      requestOf(call('visits.update'), { id: otherVisit.id, data: { Status: 'Active' } }),
    );
    expect([403, 404]).toContain(answer.status);
    expect(await fingerprint()).toBe(before);
  });
  test("cannot read another caregiver's day or plan", async () => {
    const { provider_id: other } = await one('select provider_id from care_plans where id = $1', [
      otherPlan.id,
    ]);
    const day = await evv().raw(
      requestOf(call('visits.schedule'), {
        providerId: other,
        year: today.year,
        month: today.month,
        day: today.day,
      }),
    );
    expect(day.status).toBe(403);
    const read = await evv().raw(
      requestOf(call('carePlans.read'), { filters: [{ field: 'ID', op: '=', value: String(otherPlan.id) }] }),
    );
    expect([403, 404]).toContain(read.status);
    const list = await evv().raw(requestOf(call('carePlans.get'), { filters: [] }));
    const rows = Array.isArray(list.data) ? list.data : [];
    expect(
      rows.every(
        (entry: unknown) =>
          typeof entry === 'object' &&
          entry !== null &&
          'ProviderID' in entry &&
          entry.ProviderID === providerId,
      ),
    ).toBe(true);
  });
});

afterAll(() => console.info(`permissions: ${checks} checks of ${CALLS.length} calls`));
