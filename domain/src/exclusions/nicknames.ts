/** First names that stand for each other, one group per line. A name may be in several groups. */
const GROUPS = `
abigail abby gail
abraham abe bram
agnes aggie nessa
albert al bert bertie
alexander alex al xander sasha alejandro
alexandra alex alexa sandra sandy alexandria
alfred al fred freddie alf
alice allie ally alicia
amanda mandy manda
andrew andy drew andres
angela angie angelina
ann anne anna annie nan nancy hannah ana
anthony tony antonio
antoinette toni netta
barbara barb babs barbie
benjamin ben benny benji
bernard bernie barney
beverly bev
bradley brad
brian bryan
calvin cal
cameron cam
carolyn carol caroline carrie lynn
catherine cathy cate kate katie kathy kitty katherine kathryn kathleen kay catalina
cecilia cece celia cissy
charles charlie chuck chas carlos
charlotte lottie charlie
christine chris chrissy tina christina christie kristin kristina kristine cristina
christopher chris kit topher cristobal
clifford cliff
constance connie
cynthia cindy
daniel dan danny
david dave davey
deborah deb debbie debra
dennis denny
dolores lola dee
donald don donnie
dorothy dot dottie dolly dora
douglas doug
edward ed eddie ned ted teddy eduardo
eleanor ellie nell nora elena
elizabeth liz lizzie beth betty betsy eliza elsie lisa libby bess isabel elisa
emily em emmy
eugene gene
evelyn eve evie
frances fran francie franny francesca
francis frank francisco fran
franklin frank
frederick fred freddie rick fritz federico
gabriel gabe
gabrielle gabby
geoffrey geoff jeff jeffrey
gerald gerry jerry gerard gerardo
gregory greg gregorio
gertrude trudy gertie
gilbert gil
gwendolyn gwen wendy
harold hal harry
helen nell ellie elena
henry hank harry hal enrique
herbert herb bert
isaac ike
isabella bella izzy isabel
jacob jake
jacqueline jackie
james jim jimmy jamie jaime
jane janie janet jean
janet jan jane
jason jay
jennifer jen jenny
jeremy jerry
jessica jess jessie
joan joanie jo
joanne jo joann joanna
john jack johnny jon juan
jonathan jon john nathan
joseph joe joey jose pepe
josephine jo josie
joshua josh
joyce joy
judith judy
julia julie
kenneth ken kenny
kimberly kim
lawrence larry laurence lorenzo
leonard leo len lenny
leroy lee roy
leslie les
lillian lil lily
linda lindy lynn
lois lou
louis lou louie luis
louise lou lulu
lucille lucy lucia
margaret maggie meg peggy marge margie rita greta daisy margarita
maria mary marie mia
marilyn mary lynn
marjorie marge margie
martha marty patsy
martin marty
mary molly polly mamie may marie maria
matthew matt mateo
maureen mo
maximilian max
melissa missy lissa mel
michael mike mick mickey miguel
michelle shelly mickey
mildred millie
mitchell mitch
nathaniel nate nathan nat
nicholas nick nicky nicolas
nicole nicky nikki
norman norm
pamela pam
patricia pat patty tricia trish
patrick pat paddy ricky patricio
pauline polly
peter pete pedro
philip phil phillip felipe
phyllis phyl
priscilla cilla
rachel rae
raymond ray ramon
rebecca becky becca
reginald reggie
richard rick dick rich ricky richie ricardo
robert bob bobby rob robbie bert roberto
roberta bobbie robbie
rodney rod
roger rog
ronald ron ronnie
rosemary rose rosie
russell russ
ruth ruthie
samantha sam
samuel sam sammy
sandra sandy
sarah sally sadie sara
sharon shari
shirley shirl
sidney sid
stanley stan
stephanie steph stefanie
stephen steve steven esteban
susan sue suzy susie suzanne susana
sylvia syl
teresa terry tess theresa tessa
terrence terry terence
theodore ted teddy theo
thomas tom tommy tomas
timothy tim timmy
valerie val
veronica ronnie vera
victor vic
victoria vicky tori vicki
vincent vin vince vinny vicente
virginia ginny ginger
walter walt wally
wanda wendy
wesley wes
wilfred will fred
william bill billy will willie liam guillermo
yolanda yoli
zachary zach zack
`;

const groupsOf = (): ReadonlyMap<string, ReadonlySet<number>> => {
  const found = new Map<string, Set<number>>();
  for (const [at, line] of GROUPS.trim().split('\n').entries())
    for (const name of line.split(' ')) found.set(name, (found.get(name) ?? new Set()).add(at));
  return found;
};

let known: ReadonlyMap<string, ReadonlySet<number>> | undefined;

/** Whether two folded first names are in one group, such as a name and its short form. */
export const areNicknames = (a: string, b: string): boolean => {
  known ??= groupsOf();
  const others = known.get(b);
  return others !== undefined && [...(known.get(a) ?? [])].some((group) => others.has(group));
};

/** The groups of a folded first name, for building an index. */
export const nicknameGroups = (name: string): readonly number[] => {
  known ??= groupsOf();
  return [...(known.get(name) ?? [])];
};

/** All pairs of interchangeable names, for tests. */
export const nicknamePairs = (): (readonly [string, string])[] =>
  GROUPS.trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ');
      return others.map((other) => [first, other] as const);
    });
