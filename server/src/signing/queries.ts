import type { SigningLinkFacts } from '@homecare/domain/signing/rules.ts';
import type { SignedBy, SignedSubject, SignerRole } from '@homecare/domain/signing/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { birthYear } from '../platform/sealed/birth-date.ts';
import { sealedSigning } from '../platform/sealed/signing.ts';

// ---- requests with who is to sign

/** A signature that was given. */
export interface GivenRow {
  readonly role: SignerRole;
  readonly name: string;
  readonly ink: string | null;
  /** To the second, as it was hashed. */
  readonly at: string;
  readonly by: SignedBy;
  readonly hash: Buffer;
}

export interface SignerRow {
  readonly id: number;
  readonly role: SignerRole;
  /** LastName, FirstName */
  readonly person: string;
  readonly birthYear: number | null;
  readonly expires: string | null;
  readonly tries: number;
  readonly withdrawn: string | null;
  readonly signature:
    | (Omit<GivenRow, 'role' | 'hash'> & { readonly hash: string; readonly savedId: number })
    | null;
}

export interface RequestRow extends SignedSubject {
  readonly id: number;
  readonly version: number;
  readonly contentHash: Buffer;
  readonly asked: string;
  readonly askedBy: string | null;
  /** In the order in which they signed; who has not is last. */
  readonly signers: readonly SignerRow[];
}

const second = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const people = sql`join care_plans plan on plan.id = request.plan_id left join visits visit on visit.id = request.visit_id
  join people client on client.id = coalesce(visit.client_id, plan.client_id)
  join people provider on provider.id = coalesce(visit.provider_id, plan.provider_id)`;

const signerObject = sql`json_build_object('id', signer.id, 'role', signer.role,
  'person', case signer.role when 'client' then ${listedName('client')} else ${listedName('provider')} end,
  'birthYear', case signer.role when 'client' then ${birthYear('client')} else ${birthYear('provider')} end,
  'tries', signer.tries, 'expires', ${second('signer.expires')}, 'withdrawn', ${second('signer.withdrawn')},
  'signature', case when given.id is not null then json_build_object('name', given.name, 'ink', given.ink,
    'at', ${second('given.at')}, 'by', given.signed_by, 'hash', encode(given.hash, 'hex'), 'savedId', given.saved_id) end)`;

const requests = (condition: RawBuilder<unknown>) => sql`select request.id, request.plan_id as "planId",
    request.visit_id as "visitId", request.version, request.content_hash as "contentHash", request.created as asked,
    account.full_name as "askedBy",
    (select json_agg(${signerObject} order by given.id, signer.role desc) from signing_signers signer
      left join signatures given on given.signer_id = signer.id where signer.request_id = request.id) as signers
  from signing_requests request ${people} left join accounts account on account.id = request.created_by
  where ${condition} order by request.id desc`;

const ofSubject = ({ planId, visitId }: SignedSubject) =>
  sql`request.plan_id = ${planId} and request.visit_id is not distinct from ${visitId}::int`;

export const selectRequests = (db: Db, subject: SignedSubject) =>
  queryRows<RequestRow>(db)`${requests(ofSubject(subject))}`;

export const findRequest = (db: Db, id: number) =>
  queryRow<RequestRow>(db)`${requests(sql`request.id = ${id}`)}`;

/** The same by one of those who are to sign. */
export const findRequestOf = (db: Db, by: { readonly signerId: number } | { readonly tokenHash: Buffer }) =>
  queryRow<RequestRow>(db)`${requests(
    sql`request.id = (select request_id from signing_signers
      where ${'signerId' in by ? sql`id = ${by.signerId}` : sql`token_hash = ${by.tokenHash}`})`,
  )}`;

/** What the caregiver on the phone was asked for of one of their care plans, whoever has signed it since. */
export const findOwnRequest = (scope: Scope, id: number) =>
  queryRow<RequestRow>(scope.site.db)`${requests(sql`request.id = ${id} and request.visit_id is null
    and plan.provider_id = ${scope.user.providerId}`)}`;

/** Whose link this is. */
export const findSignerByToken = (db: Db, tokenHash: Buffer) =>
  queryRow<{ id: number }>(db)`select id from signing_signers where token_hash = ${tokenHash}`;

export const findContent = (db: Db, id: number) =>
  queryRow<{ content: string }>(db)`select ${sealedSigning.content('request')} as content
    from signing_requests request where request.id = ${id}`;

/** Signatures of a request come one after the other. */
export const lockRequest = (tx: Tx, id: number) =>
  queryRow<{ given: number }>(tx)`select (select count(*)::int from signatures given
      join signing_signers signer on signer.id = given.signer_id where signer.request_id = request.id) as given
    from signing_requests request where request.id = ${id} for update`;

interface NewRequest extends SignedSubject {
  readonly version: number;
  readonly text: string;
  readonly hash: Buffer;
  readonly created: string;
  readonly createdBy: number | null;
}

/** The request for these very words: that of a visit is there once. */
export const insertRequest = async (tx: Tx, request: NewRequest): Promise<number> => {
  const { planId, visitId, version, text, hash, created, createdBy } = request;
  const made = await queryRow<{ id: number }>(tx)`insert into signing_requests (plan_id, visit_id, version,
      ${sealedSigning.content.column}, content_hash, created, created_by)
    values (${planId}, ${visitId}, ${version}, ${text}, ${hash}, ${created}, ${createdBy})
    on conflict (visit_id, content_hash) where visit_id is not null do nothing returning id`;
  const found =
    made ??
    (await queryRow<{ id: number }>(tx)`select id from signing_requests
      where visit_id = ${visitId} and content_hash = ${hash}`);
  if (!found) throw new Error('a request for signatures was neither made nor found');
  return found.id;
};

/** Whoever was asked before stays asked, and is no longer taken back. */
export const askSigners = (tx: Tx, requestId: number, roles: readonly SignerRole[]) =>
  sql`insert into signing_signers (request_id, role) select ${requestId}::int, unnest(${[...roles]}::text[])
    on conflict (request_id, role) do update set withdrawn = null`.execute(tx);

export const storeLink = (tx: Tx, id: number, { hash, expires }: { hash: Buffer; expires: string }) =>
  sql`update signing_signers set token_hash = ${hash}, expires = ${expires}, tries = 0, withdrawn = null
    where id = ${id}`.execute(tx);

/** Whether there was anybody to take back. */
export const withdrawRow = (tx: Tx, id: number, at: string) =>
  changesRow(tx)`update signing_signers signer set withdrawn = ${at} where id = ${id} and withdrawn is null
    and not exists (select from signatures given where given.signer_id = signer.id)`;

/** Answers to a link come one after the other. */
export const lockLink = (tx: Tx, tokenHash: Buffer) =>
  queryRow<SigningLinkFacts>(tx)`select ${second('signer.expires')} as expires, signer.tries,
      ${second('signer.withdrawn')} as withdrawn
    from signing_signers signer where signer.token_hash = ${tokenHash} for update`;

export const countTry = (tx: Tx, id: number) =>
  sql`update signing_signers set tries = tries + 1 where id = ${id}`.execute(tx);

// ---- signatures

interface NewSignature extends Omit<GivenRow, 'role'> {
  readonly signerId: number;
  readonly received: string;
  readonly accountId: number | null;
  readonly address: string | null;
  readonly agent: string | null;
  readonly savedId: number;
  readonly sealDigest: Buffer;
  readonly certificateId: number;
}

export const insertSignature = (tx: Tx, one: NewSignature) =>
  sql`insert into signatures (signer_id, name, ink, signed_by, at, received, account_id, address, agent, hash, saved_id,
      seal_digest, certificate_id)
    values (${one.signerId}, ${one.name}, ${one.ink}, ${one.by}, ${one.at}, ${one.received}, ${one.accountId},
      ${one.address}, ${one.agent}, ${one.hash}, ${one.savedId}, ${one.sealDigest}, ${one.certificateId})`.execute(
    tx,
  );

/** What a seal is of: the document and who had signed it by then. */
export const findSealed = (db: Db, digest: Buffer) =>
  queryRow<{
    requestId: number;
    savedId: number;
    at: string;
    date: string | null;
    /** With this signature so many had signed. */
    given: number;
    sha256: Buffer;
  }>(
    db,
  )`select signer.request_id as "requestId", given.saved_id as "savedId", saved.created as at, visit.date,
      (select count(*)::int from signatures earlier join signing_signers of on of.id = earlier.signer_id
        where of.request_id = signer.request_id and earlier.id <= given.id) as given, file.sha256
    from signatures given join signing_signers signer on signer.id = given.signer_id
      join signing_requests request on request.id = signer.request_id left join visits visit on visit.id = request.visit_id
      join saved_documents saved on saved.id = given.saved_id join stored_files file on file.key = saved.file_key
    where given.seal_digest = ${digest}`;

// ---- keys that seal

export const findSealKey = (db: Db) =>
  queryRow<{ id: number; certificate: Buffer; privateKey: Buffer }>(
    db,
  )`select id, certificate, private_key as "privateKey" from seal_certificates where private_key is not null
    order by id desc limit 1`;

/** One process makes a key at a time. */
export const lockSealKeys = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('seal certificates'))`.execute(tx);

export const insertSealKey = async (
  tx: Tx,
  { certificate, privateKey }: { certificate: Buffer; privateKey: Buffer },
  made: string,
): Promise<number> => {
  await sql`update seal_certificates set private_key = null where private_key is not null`.execute(tx);
  const row = await queryRow<{ id: number }>(
    tx,
  )`insert into seal_certificates (certificate, private_key, made)
    values (${certificate}, ${privateKey}, ${made}) returning id`;
  if (!row) throw new Error('a certificate was not stored');
  return row.id;
};

export const isOwnCertificate = async (db: Db, certificate: Buffer) =>
  (await queryRow<{ id: number }>(
    db,
  )`select id from seal_certificates where certificate = ${certificate}`) !== undefined;

// ---- on the phone

/** Care plans of this caregiver whose last request waits for somebody, if the plan is still as it was then. */
export const selectOwnPlans = (scope: Scope) =>
  queryRows<{ requestId: number; planId: number; client: string; waiting: SignerRole[] }>(
    scope.site.db,
  )`select request.id as "requestId", request.plan_id as "planId", ${listedName('client')} as client,
      array_agg(signer.role order by signer.role desc) as waiting
    from signing_requests request ${people} join signing_signers signer on signer.request_id = request.id
    where request.visit_id is null and plan.provider_id = ${scope.user.providerId} and plan.status = 'Active'
      and request.version = plan.rev and signer.withdrawn is null
      and not exists (select from signatures given where given.signer_id = signer.id)
      and not exists (select from signing_requests later where later.plan_id = request.plan_id
        and later.visit_id is null and later.id > request.id)
    group by request.id, client.id order by client, request.id`;

/** Who has signed visits of this caregiver since a day. */
export const selectOwnVisits = (scope: Scope, since: string) =>
  queryRows<{ visitId: number; signed: SignerRole[] }>(scope.site.db)`select visit.id as "visitId",
      array_agg(distinct signer.role) as signed
    from visits visit join signing_requests request on request.visit_id = visit.id
      join signing_signers signer on signer.request_id = request.id
      join signatures given on given.signer_id = signer.id
    where visit.provider_id = ${scope.user.providerId} and visit.date >= ${since}::date group by visit.id`;
