import { generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

/** The key that seals a site's documents, with a certificate that says whose it is. */
export interface SealKey {
  /** DER */
  readonly certificate: Buffer;
  readonly privateKey: KeyObject;
}

/** RSA with SHA-256, which every PDF reader supports. */
export const RSA_SHA256 = new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.11', parameters: null });
const KEY_BITS = 3072;
/** A sealed document is kept for years; the key is replaced together with the site's keys long before. */
const YEARS = 10;
const [COMMON_NAME, ORGANIZATION] = ['2.5.4.3', '2.5.4.10'];
/** The maximum length of a certificate's name. */
const NAME_LENGTH = 64;

const nameOf = (agency: string) => {
  const value = () => new AttributeValue({ utf8String: agency.slice(0, NAME_LENGTH) });
  return new Name(
    [ORGANIZATION, COMMON_NAME].map(
      (type) => new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value: value() })]),
    ),
  );
};

const extension = (extnID: string, value: unknown) =>
  new Extension({ extnID, critical: true, extnValue: new OctetString(AsnConvert.serialize(value)) });

/** Positive, as serial numbers must be. */
const newSerial = () => {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return new Uint8Array(serial).buffer;
};

const makePair = promisify(generateKeyPair);

/** A key with a self-signed certificate: the agency vouches for itself. */
export const makeSealKey = async (agency: string, from: Temporal.Instant): Promise<SealKey> => {
  const { publicKey, privateKey } = await makePair('rsa', { modulusLength: KEY_BITS });
  const zoned = from.toZonedDateTimeISO('UTC');
  const at = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds);
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: newSerial(),
    signature: RSA_SHA256,
    issuer: nameOf(agency),
    // Clocks differ by minutes.
    validity: new Validity({
      notBefore: at(zoned.subtract({ hours: 1 })),
      notAfter: at(zoned.add({ years: YEARS })),
    }),
    subject: nameOf(agency),
    subjectPublicKeyInfo: AsnConvert.parse(
      publicKey.export({ type: 'spki', format: 'der' }),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions([
      extension(id_ce_basicConstraints, new BasicConstraints({ cA: false })),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation)),
    ]),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(content)), privateKey);
  const certificate = new Certificate({
    tbsCertificate: content,
    signatureAlgorithm: RSA_SHA256,
    signatureValue: new Uint8Array(signature).buffer,
  });
  return { certificate: Buffer.from(AsnConvert.serialize(certificate)), privateKey };
};
