/** Short forms and other spellings of first names, folded. Each line is one name; a short form may be in several lines. */
export const NICKNAMES: readonly (readonly string[])[] = `
william bill billy will willie liam guillermo memo
robert bob bobby rob robbie roberto beto
richard rick ricky dick rich ricardo
james jim jimmy jamie santiago jaime diego
john jack johnny jon juan
jose pepe joseph joe joey chepe
josefina pepa josie
francisco paco pancho frank francis frankie kiko
francisca paca pancha frances fran frannie
guadalupe lupe lupita
ignacio nacho
manuel manny manolo
manuela manola
jesus chuy
maria mary mari marie
maria marita maricela mariquita
margaret maggie peggy meg marge margie margarita rita
elizabeth liz beth betty eliza lisa isabel elisabeth lizzie elsa
isabel chabela isabela bella
catherine katherine kathryn kate kathy cathy katie kitty kay catalina
patricia pat patty tricia trish
patrick pat paddy patricio
barbara barb babs
deborah debbie deb debra
dorothy dot dottie dolly
dolores lola loli
susan sue susie suzanne susana
rosario charo chayo
rosa rose rosie rosita
concepcion concha conchita
consuelo chelo
mercedes meche merche
refugio cuca cuco
enrique quique kike henry hank harry
eduardo lalo edward ed eddie ted teddy ned
alberto beto albert al bert
alejandro alex jandro alexander sandy
alejandra alex sandra
antonio tono tony anthony toni
charles charlie chuck carlos
daniel dan danny dani
david dave davey
michael mike mikey mick miguel
thomas tom tommy tomas
timothy tim timmy
steven stephen steve esteban stefan
samuel sam sammy
benjamin ben benny
andrew andy drew andres
christopher chris kit cristobal
christina chris tina cristina christine
matthew matt mateo
nicholas nick nicky nicolas
gregory greg gregorio goyo
lawrence larry lorenzo laurence
leonard leo len lenny leonardo
ronald ron ronnie
donald don donny
kenneth ken kenny
gerald gerry jerry gerardo
raymond ray ramon moncho
rafael rafa ralph
rebecca becky becca
jennifer jen jenny
jessica jess jessie
victoria vicky tori
virginia ginny gina
veronica vero ronnie
teresa theresa tere terry tess
graciela chela grace
gabriela gaby
gabriel gabe
guillermina mina
hortensia tencha
luis lou louis lucho
luisa louise lou
fernando nando ferdinand
hector tito
roman roma
salvador chava
vicente chente vincent vince vinnie
joaquin quino
federico fede fred freddy frederick
alfredo fred alfred al
ernesto neto ernest ernie
gilberto gil beto
heriberto beto herb
humberto beto
leticia lety
socorro coco
yolanda yoli
zachary zach zack
abdirahman abdi
mohamed mohammed muhammad mohamud mo
ahmed ahmad
hassan hasan
yusuf yousef joseph
mikhail misha michael
aleksandr oleksandr sasha alexander
svetlana sveta
natalya natalia natasha
yelena elena lena helen
dmitry dima
anatoly tolya
katerina yekaterina katya
dawit david
solomon sol
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
