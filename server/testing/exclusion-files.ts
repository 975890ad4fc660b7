/** Files of both lists in their public layouts. */

export interface ListedName {
  readonly last: string;
  readonly first: string;
  readonly middle?: string;
  /** YYYY-MM-DD */
  readonly birth?: string;
  readonly state?: string;
}

const LEIE =
  'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE';
const SAM =
  '"Classification","Name","Prefix","First","Middle","Last","Suffix","Address 1","Address 2","Address 3","Address 4","City","State / Province","Country","Zip Code","Open Data Flag","Blank (Deprecated)","Unique Entity ID","Exclusion Program","Excluding Agency","CT Code","Exclusion Type","Additional Comments","Active Date","Termination Date","Record Status","Cross-Reference","SAM Number","CAGE","NPI","Creation_Date"';

export const leieFile = (names: readonly ListedName[]): string =>
  [
    LEIE,
    ...names.map(({ last, first, middle = '', birth = '', state = '' }) =>
      [
        ...[last, first, middle, '', 'IND- LIC HC SERV PRO', 'NURSE/NURSES AIDE', '', '0000000000'],
        ...[birth.replaceAll('-', ''), '1 ELM ST', 'TOWN', state, '80000', '1128b4', '20190520'],
        ...['00000000', '00000000', ''],
      ].join(','),
    ),
    ',,,ACME HOME CARE INC,OTHER BUSINESS,HOME HEALTH AGENCY,,0000000000,,2 OAK ST,TOWN,CO,80000,1128a1,20200101,00000000,00000000,',
  ]
    .join('\r\n')
    .concat('\r\n');

export const samFile = (names: readonly ListedName[]): string =>
  [
    SAM,
    ...names.map(({ last, first, middle = '', state = '' }) =>
      [
        ...['Individual', '', '', first, middle, last, '', '', '', '', '', 'TOWN', state, 'USA', '80000'],
        ...['', '', '', 'Reciprocal', 'HHS', 'Z1', 'Prohibition/Restriction', '', '05/20/2019', 'Indefinite'],
        ...['Active', '', 'S4MR0', '', '', '05/21/2019'],
      ]
        .map((cell) => `"${cell}"`)
        .join(','),
    ),
    `"Firm","ACME",${',"x"'.repeat(29).slice(1)}`,
  ]
    .join('\r\n')
    .concat('\r\n');
