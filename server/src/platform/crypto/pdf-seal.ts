import { createHash, sign, verify, X509Certificate } from 'node:crypto';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_data,
  id_signedData,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509';
import { fromBER, ObjectIdentifier, OctetString as Octets, Sequence, Set as SetOf } from 'asn1js';
import { RSA_SHA256, type SealKey } from './seal-certificate.ts';

/**
 * The seal of a PDF: a PAdES B-B signature (EN 319 142-1) over the whole file except the place of the signature itself, which is
 * reserved when the file is drawn (platform/documents/seal-place.ts).
 */

const SHA256 = new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' });
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
/** Names the certificate, so that another one with the same key cannot replace it. */
export const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const bytesOf = (buffer: Uint8Array) => new Uint8Array(buffer).buffer;

/** SigningCertificateV2 of RFC 5035 with one ESSCertIDv2, whose hash is SHA-256 by default. */
const signingCertificate = (certificate: Buffer) => {
  const hash = new Octets({ valueHex: bytesOf(sha256(certificate)) });
  return new Sequence({ value: [new Sequence({ value: [new Sequence({ value: [hash] })] })] }).toBER();
};

/** In DER order, by their bytes. */
const attributesOf = (digest: Buffer, certificate: Buffer) =>
  [
    { attrType: CONTENT_TYPE, value: new ObjectIdentifier({ value: id_data }).toBER() },
    { attrType: MESSAGE_DIGEST, value: new Octets({ valueHex: bytesOf(digest) }).toBER() },
    { attrType: SIGNING_CERTIFICATE_V2, value: signingCertificate(certificate) },
  ]
    .map(({ attrType, value }) => new Attribute({ attrType, attrValues: [value] }))
    .map((attribute) => ({ attribute, der: Buffer.from(AsnConvert.serialize(attribute)) }))
    .toSorted((a, b) => Buffer.compare(a.der, b.der));

/** What is signed: the set of attributes. */
const signedOf = (attributes: ReturnType<typeof attributesOf>) =>
  Buffer.from(new SetOf({ value: attributes.map(({ der }) => fromBER(bytesOf(der)).result) }).toBER());

/** The signature as stored in the file. */
const messageOf = (digest: Buffer, certificate: Buffer, signature: Buffer): Buffer => {
  const parsed = AsnConvert.parse(certificate, Certificate);
  const { issuer, serialNumber } = parsed.tbsCertificate;
  const signer = new SignerInfo({
    version: 1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    digestAlgorithm: SHA256,
    signedAttrs: attributesOf(digest, certificate).map(({ attribute }) => attribute),
    signatureAlgorithm: RSA_SHA256,
    signature: new OctetString(bytesOf(signature)),
  });
  const data = new SignedData({
    version: 1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([SHA256]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet([new CertificateChoices({ certificate: parsed })]),
    signerInfos: new SignerInfos([signer]),
  });
  const message = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(data) });
  return Buffer.from(AsnConvert.serialize(message));
};

// --- The place in the file -----------------------------------------------------------------------------------------

const RANGE = '/ByteRange [';

/** Where the signature's hexadecimal text begins and ends, including brackets. */
const placeOf = (pdf: Buffer) => {
  const range = pdf.lastIndexOf(RANGE);
  const contents = range < 0 ? -1 : pdf.indexOf('/Contents <', range);
  const end = contents < 0 ? -1 : pdf.indexOf('>', contents);
  if (end < 0) return undefined;
  return {
    range,
    rangeEnd: pdf.indexOf(']', range) + 1,
    start: contents + '/Contents '.length,
    end: end + 1,
  };
};

/** Writes the seal into the reserved place. */
export const sealPdf = (drawn: Buffer, key: SealKey): { readonly pdf: Buffer; readonly digest: Buffer } => {
  const place = placeOf(drawn);
  if (!place) throw new Error('this file was drawn without a place for a seal');
  const { range, rangeEnd, start, end } = place;
  const pdf = Buffer.from(drawn);
  const numbers = `${RANGE}0 ${start} ${end} ${pdf.length - end}]`;
  if (numbers.length > rangeEnd - range) throw new Error('the place for a seal is too small');
  pdf.write(numbers.padEnd(rangeEnd - range), range, 'latin1');
  const digest = sha256(pdf.subarray(0, start), pdf.subarray(end));
  const signature = sign('sha256', signedOf(attributesOf(digest, key.certificate)), key.privateKey);
  const hex = messageOf(digest, key.certificate, signature).toString('hex');
  if (hex.length > end - start - 2) throw new Error('the place for a seal is too small');
  pdf.write(hex.padEnd(end - start - 2, '0'), start + 1, 'latin1');
  return { pdf, digest };
};

// --- Reading it again ----------------------------------------------------------------------------------------------

export interface ReadSeal {
  /** DER of the certificate whose key signed. */
  readonly certificate: Buffer;
  /** SHA-256 of what was sealed: the file without its seal, as it was then. */
  readonly digest: Buffer;
  /** The file is unchanged, to the last byte. */
  readonly isIntact: boolean;
}

/** Removes the zeros that fill the place; the signature's own length says where it ends. */
const cutDer = (bytes: Buffer): Buffer => {
  const first = bytes[1] ?? 0;
  if (first < 0x80) return bytes.subarray(0, 2 + first);
  const count = first & 0x7f;
  return bytes.subarray(0, 2 + count + bytes.readUIntBE(2, count));
};

const digestOf = ({ signedAttrs = [] }: SignerInfo): Buffer => {
  const [value] = signedAttrs.find(({ attrType }) => attrType === MESSAGE_DIGEST)?.attrValues ?? [];
  if (!value) throw new Error('the seal does not say what it is of');
  return Buffer.from(AsnConvert.parse(value, OctetString).buffer);
};

/**
 * Throws if the text is not one of our seals, or its signature does not match its certificate. What the signature does not cover is
 * rebuilt and compared, so that every byte counts.
 */
const readMessage = (hex: string): Omit<ReadSeal, 'isIntact'> => {
  const der = cutDer(Buffer.from(hex, 'hex'));
  const { certificates, signerInfos } = AsnConvert.parse(
    AsnConvert.parse(der, ContentInfo).content,
    SignedData,
  );
  const [signer, choice] = [signerInfos[0], certificates?.[0]?.certificate];
  if (!signer || !choice) throw new Error('the seal is not whole');
  const certificate = Buffer.from(AsnConvert.serialize(choice));
  const [digest, signature] = [digestOf(signer), Buffer.from(signer.signature.buffer)];
  const { publicKey } = new X509Certificate(certificate);
  const isSigned = verify('sha256', signedOf(attributesOf(digest, certificate)), publicKey, signature);
  const written = messageOf(digest, certificate, signature).toString('hex').padEnd(hex.length, '0');
  if (!isSigned || written !== hex) throw new Error('the seal is not that of its certificate');
  return { certificate, digest };
};

/**
 * The seal of a file; 'none' if it has none, 'broken' if all that can be said is that it was changed. Adding something to a file
 * changes it too, because the seal covers all of it.
 */
export const readSeal = (pdf: Buffer): ReadSeal | 'none' | 'broken' => {
  const place = placeOf(pdf);
  if (!place) return 'none';
  try {
    const { range, rangeEnd, start, end } = place;
    const { certificate, digest } = readMessage(pdf.toString('latin1', start + 1, end - 1));
    const numbers = `${RANGE}0 ${start} ${end} ${pdf.length - end}]`;
    const isWhole = pdf.toString('latin1', range, rangeEnd) === numbers;
    const isSame = sha256(pdf.subarray(0, start), pdf.subarray(end)).equals(digest);
    return { certificate, digest, isIntact: isWhole && isSame };
  } catch {
    return 'broken';
  }
};
