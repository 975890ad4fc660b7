/** Typical names in the Denver area, by the language people speak at home. */
export interface Culture {
  readonly language: readonly string[];
  readonly female: readonly string[];
  readonly male: readonly string[];
  readonly last: readonly string[];
}

const words = (text: string) => text.trim().split(/\s*,\s*/);

const ENGLISH: Culture = {
  language: ['English'],
  female:
    words(`Ruth, Helen, Dorothy, Carol, Janet, Patricia, Susan, Margaret, Barbara, Shirley, Deborah, Cheryl,
    Brenda, Kathleen, Denise, Tamara, Monique, Latoya, Keisha, Brianna, Rachel, Hannah, Megan, Paige, Audrey, Naomi`),
  male: words(`Earl, Harold, Walter, Donald, Raymond, Gerald, Kenneth, Dennis, Roger, Terrence, Marcus, Darnell,
    Jerome, Curtis, Tyrone, Caleb, Joshua, Wyatt, Austin, Garrett, Nathan, Elijah, Isaac, Preston, Leroy, Vernon`),
  last: words(`Whitfield, Anderson, Brooks, Carter, Coleman, Dawson, Ellison, Fletcher, Gibson, Harmon, Ingram,
    Jefferson, Kendrick, Langley, McAllister, Nichols, O'Brien, Patterson, Quinn, Robinson, Sanders, Tillman,
    Underwood, Vance, Washington, Yoder, Hollingsworth, St. Clair, Bradshaw, Crawford`),
};
const SPANISH: Culture = {
  language: ['Spanish', 'Spanish', 'English'],
  female:
    words(`Guadalupe, Carmen, Rosa, Dolores, Ernestina, Teresa, Consuelo, Beatriz, Yolanda, Graciela, María José,
    Inés, Verónica, Xiomara, Lucía, Belén, Rocío, Esperanza, Araceli, Noemí, Marisol, Pilar`),
  male: words(`Efraín, Maximiliano, Abelardo, Manuel, Ramón, José Luis, Joaquín, Andrés, Héctor, Ignacio, Rubén,
    Óscar, Martín, Ángel, Gerardo, Leonel, Arturo, Benjamín, Félix, Raúl, Salvador, Tomás`),
  last: words(`Archuleta, Baca, Cordova, Dominguez, Gallegos, Jaramillo, Martinez, Ortiz, Quintana, Trujillo, Vigil,
    Abeyta, Montoya, Lucero, Maestas, Núñez, Peña, Muñoz, Ibáñez, Sandoval, Tafoya, Valdez, Zúñiga, Pacheco, Madrid,
    García Márquez, Hernández, Hollingsworth-Martinez`),
};
const VIETNAMESE: Culture = {
  language: ['Vietnamese'],
  female: words(
    'Thị Hương, Ngọc Lan, Bích Thủy, Thu Hà, Mai Anh, Phương, Kim Liên, Diễm, Tuyết, Thảo, Quỳnh, Hạnh',
  ),
  male: words('Bảo, Quốc Anh, Minh Đức, Văn Hùng, Thành, Tuấn, Hữu Phước, Long, Duy, Khánh, Đình Phúc, Sơn'),
  last: words('Le, Nguyen, Trần, Phạm, Hoàng, Võ, Đặng, Bùi, Đỗ, Huỳnh, Ngô, Dương'),
};
const AMHARIC: Culture = {
  language: ['Amharic', 'Amharic', 'Tigrinya'],
  female: words(
    'Tigist, Selamawit, Hiwot, Almaz, Meseret, Bethlehem, Genet, Rahel, Senait, Tsion, Yodit, Aster',
  ),
  male: words(
    'Dawit, Abebe, Yonas, Getachew, Solomon, Tesfaye, Haile, Mulugeta, Biniam, Kidane, Ermias, Fikru',
  ),
  last: words(
    'Bekele, Tadesse, Girma, Alemu, Mekonnen, Woldemariam, Gebremedhin, Assefa, Kebede, Desta, Tekle, Berhane',
  ),
};
const RUSSIAN: Culture = {
  language: ['Russian', 'Russian', 'Ukrainian'],
  female: words('Svetlana, Irina, Lyudmila, Oksana, Natalya, Galina, Tamara, Yelena, Zoya, Larisa'),
  male: words('Boris, Mikhail, Oleksandr, Yuri, Viktor, Anatoly, Leonid, Dmitry, Pavel, Serhiy'),
  last: words(
    'Kuznetsov, Shevchenko, Volkov, Petrenko, Morozov, Goldberg, Kravchuk, Sokolov, Bondar, Lebedev',
  ),
};
const NEPALI: Culture = {
  language: ['Nepali'],
  female: words('Sita, Laxmi, Bimala, Sabitri, Anju, Kamala, Maya Devi, Sunita, Goma, Pabitra'),
  male: words('Tika Ram, Dhan Bahadur, Prakash, Suresh, Kumar, Bhim, Gopal, Narayan, Rajesh, Hari Prasad'),
  last: words('Gurung, Rai, Adhikari, Tamang, Khadka, Dahal, Subedi, Bhattarai, Thapa, Acharya'),
};
const ARABIC: Culture = {
  language: ['Arabic', 'Somali'],
  female: words('Fatima, Amina, Hodan, Zahra, Khadija, Noor, Ifrah, Samira, Layla, Maryam'),
  male: words('Abdirahman, Yusuf, Ahmed, Mahmoud, Omar, Hassan, Ismail, Khalid, Bashir, Mohamed'),
  last: words('Warsame, Al-Hassan, Farah, Haddad, Abdullahi, Nur, El-Sayed, Mohamud, Khoury, Jama'),
};
const KOREAN: Culture = {
  language: ['Korean'],
  female: words('Soo-jin, Mi-kyung, Young-ja, Hye-won, Eun-ji, Kyung-hee'),
  male: words('Min-jun, Sung-ho, Jae-won, Dong-hyun, Kwang-soo, Tae-yang'),
  last: words('Kim, Park, Choi, Jung, Kang, Yoon, Seo, Shin'),
};
const MANDARIN: Culture = {
  language: ['Mandarin', 'Cantonese'],
  female: words('Xiuying, Li Na, Meiling, Yuhan, Guìyīng, Fang, Hui'),
  male: words('Wei, Jianguo, Zhiqiang, Haoran, Guoliang, Bin, Lǐ Qiáng'),
  last: words('Wang, Chen, Liu, Zhao, Huang, Zhou, Lǚ, Xu'),
};
const WEST_AFRICAN: Culture = {
  language: ['English', 'French'],
  female: words('Ngozi, Adaeze, Folasade, Aïssatou, Mariama, Akosua, Chiamaka, Adjoa, Fatoumata, Ifeoma'),
  male: words('Chidi, Emeka, Kwame, Olumide, Kofi, Mamadou, Obinna, Sékou, Babatunde, Kojo'),
  last: words("Okafor, Adeyemi, Mensah, Diallo, N'Diaye, Osei, Eze, Traoré, Boateng, Nwosu"),
};
const NORTHERN: Culture = {
  language: ['English'],
  female: words('Annaliese, Kjersti, Ingrid, Zoë, Renée, Brigitte, Astrid, Françoise, Eleni, Chloë'),
  male: words('Søren, Jürgen, Lars, Björn, André, Otto, Nils, Stavros, René, Zdeněk'),
  last: words(
    'Fischer, Müller, Sørensen, Lindqvist, Stavropoulos, Dvořák, Van der Berg, Björnsson, Lefèvre, Kowalczyk',
  ),
};

/** Clients and caregivers come from the same neighborhoods; immigrants work in care more often than they receive it. */
export const CULTURES: Record<'Provider' | 'Client', readonly (readonly [Culture, number])[]> = {
  Client: [
    [ENGLISH, 40],
    [SPANISH, 26],
    [NORTHERN, 7],
    [VIETNAMESE, 7],
    [RUSSIAN, 5],
    [AMHARIC, 4],
    [ARABIC, 3],
    [KOREAN, 3],
    [NEPALI, 2],
    [MANDARIN, 2],
    [WEST_AFRICAN, 1],
  ],
  Provider: [
    [ENGLISH, 24],
    [SPANISH, 26],
    [AMHARIC, 13],
    [VIETNAMESE, 9],
    [WEST_AFRICAN, 8],
    [NEPALI, 5],
    [RUSSIAN, 4],
    [ARABIC, 4],
    [NORTHERN, 4],
    [MANDARIN, 2],
    [KOREAN, 1],
  ],
};

/** The first people of the example data, whom the demo logins and the pictures of the README name. */
export interface Cast {
  readonly last: string;
  readonly first: string;
  readonly gender: 'Female' | 'Male';
  readonly dob: string;
  readonly language: string;
  /** Something that staff must deal with, or that is unusual. */
  readonly with?:
    | 'idSoon'
    | 'backgroundExpired'
    | 'homeVisitSoon'
    | 'eligibilityExpired'
    | 'archived'
    | 'privatePay';
}

/** The first is the caregiver of the demo logins `provider` and `evv`. */
export const PROVIDER_CAST: readonly Cast[] = [
  { last: 'Bekele', first: 'Tigist', gender: 'Female', dob: '1985-06-04', language: 'Amharic' },
  { last: 'Le', first: 'Thị Hương', gender: 'Female', dob: '1967-07-24', language: 'Vietnamese' },
  { last: 'Archuleta', first: 'Efraín', gender: 'Male', dob: '1979-07-17', language: 'Spanish' },
  { last: 'Gallegos', first: 'Rosa', gender: 'Female', dob: '1975-05-07', language: 'Spanish' },
  {
    last: 'Fischer',
    first: 'Annaliese',
    gender: 'Female',
    dob: '1990-12-22',
    language: 'English',
    with: 'idSoon',
  },
  { last: 'Okafor', first: 'Chidi', gender: 'Male', dob: '1988-02-15', language: 'English' },
  {
    last: 'Anderson',
    first: 'Kjersti',
    gender: 'Female',
    dob: '1980-04-04',
    language: 'English',
    with: 'backgroundExpired',
  },
  { last: 'Martinez', first: 'Dolores', gender: 'Female', dob: '1971-09-30', language: 'Spanish' },
  { last: 'Yoder', first: 'Caleb', gender: 'Male', dob: '1996-11-08', language: 'English' },
];

/** The first three are clients of the first provider. */
export const CLIENT_CAST: readonly Cast[] = [
  {
    last: 'Baca',
    first: 'Guadalupe',
    gender: 'Female',
    dob: '1949-10-27',
    language: 'Spanish',
    with: 'homeVisitSoon',
  },
  { last: 'Ortiz', first: 'Manuel', gender: 'Male', dob: '1944-03-19', language: 'Spanish' },
  { last: 'Vigil', first: 'Carmen', gender: 'Female', dob: '1938-08-02', language: 'English' },
  { last: 'Abeyta', first: 'Rosalind', gender: 'Female', dob: '1942-07-08', language: 'English' },
  { last: 'Cordova', first: 'Maximiliano', gender: 'Male', dob: '1946-09-05', language: 'Spanish' },
  {
    last: 'Dominguez',
    first: 'Teresa',
    gender: 'Female',
    dob: '1961-10-11',
    language: 'Spanish',
    with: 'archived',
  },
  {
    last: 'Hollingsworth-Martinez',
    first: 'Nadia',
    gender: 'Female',
    dob: '1954-03-25',
    language: 'English',
  },
  {
    last: 'Jaramillo',
    first: 'James',
    gender: 'Male',
    dob: '1940-12-04',
    language: 'English',
    with: 'eligibilityExpired',
  },
  { last: 'Nguyen', first: 'Bảo', gender: 'Male', dob: '1951-01-23', language: 'Vietnamese' },
  {
    last: 'Quintana',
    first: 'Abelardo',
    gender: 'Male',
    dob: '1936-05-16',
    language: 'Spanish',
    with: 'privatePay',
  },
  { last: 'Stavropoulos', first: 'Helen', gender: 'Female', dob: '1947-11-29', language: 'English' },
  { last: 'Trujillo', first: 'Ernestina', gender: 'Female', dob: '1933-02-11', language: 'Spanish' },
  { last: 'Whitfield', first: 'Earl', gender: 'Male', dob: '1945-06-21', language: 'English' },
];
