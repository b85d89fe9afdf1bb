package conversation

var english = &lexicon{
	lead: foldedSet(`hey hi hello oh ah aye well so ok okay now then yes yeah no nope and but or um uh er eh hm hmm listen excuse me sorry please thanks good
		morning evening day night afternoon greetings say look right alright wait oi ho hail again anyway maybe actually like man yo dude dammit bye goodbye farewell cheers bravo psst
		damn err erm uhm umm mm mmm hmmm`),
	joins: foldedSet(`and but or no not then so yes maybe actually like`),
	honorific: foldedSet(`dear my good old master mistress mr mister mrs miss ms sir lady lord madam captain brother sister father mother uncle aunt doctor dr young
		little sweet friend king queen prince princess sergeant lieutenant commander general admiral colonel corporal baron baroness countess
		duchess professor sheriff marshal count duke knight dame magister father abbot abbess`),
	style: foldedSet(`master mistress mr mister mrs miss ms sir lady lord madam captain brother sister uncle aunt doctor dr king queen prince princess sergeant
		lieutenant commander general admiral colonel corporal baron baroness countess duchess professor father sheriff marshal
		count duke dame magister`),
	noble:      foldedSet(`von van de`),
	determiner: foldedSet(`the a an my your his her our their this that these those some any`),
	particle:   foldedSet(`of the from von van de la le del der al in at`),
	and:        foldedSet(`and`),
	or:         foldedSet(`or`),
	not:        foldedSet(`not don't never isn't wasn't`),
	meant:      foldedSet(`meant mean asking addressing`),
	rather:     foldedSet(`but`),
	topics:     foldedSet(`about`),
	speaking:   foldedSet(`talking speaking`),
	preps: foldedSet(`about of to with from for by at on in near behind like than against without between toward towards after before over under around and or
		because`),
	ask:    foldedSet(`what who where when why how which whose what's who's where's how's why's`),
	second: foldedSet(`you your yours yourself you're you've you'll you'd ya thee thou thy d'you whatcha whaddya y'know`),
	aux: foldedSet(`is was has had does did will would can could should may might must isn't wasn't doesn't didn't won't can't couldn't wouldn't shall are were
		have do am`),
	subject: foldedSet(`it he she they we i you anyone anybody someone somebody everyone there`),
	command: foldedSet(`tell give show come go help listen look let let's open take bring sell pour keep stop wait answer speak say describe explain please hold run
		hide follow stay put get hello hi thanks thank good i i'm i'd i've i'll we we're we'd we've we'll sorry forgive excuse pass hand fetch lead
		trust remember forget repeat sing play buy name swear drop move grab back watch check lower raise drink eat sit stand step calm shut wake
		leave gimme lemme be try cut close read throw climb jump duck fight kneel enough settle relax hurry cheer don't hush pay wash fix fill`),
	third: foldedSet(`aren't weren't hasn't hadn't haven't wouldn't couldn't shouldn't stole broke drank ate fell fought wrote spoke stood sat slept threw won
		wore woke drove rode sang swore taught felt heard hid held meant sent cheated hates wants needs always never said told gave went took came
		ran was knew had has is were are did does lied saw thought got left sold bought kept made owed asked died lost found paid isn't wasn't
		doesn't didn't won't can't could would will might must should can may says who's and or of from with at in on but near behind under inside
		first instead alone ain't gonna plus minus`),
	adverb: foldedSet(`just always never also only still probably really already often usually clearly surely maybe both definitely certainly here there over all`),
	copula: foldedSet(`is are was were costs cost much many`),
	gives:  foldedSet(`give tell pay ask show send owe offer sell call promise teach bring buy lend`),
	self:   foldedSet(`i we`),
	says:   foldedSet(`ask tell greet question whisper say shout call turn approach address thank beg nod`),
	saysTo: foldedSet(`to at out over up softly quietly loudly then gently back`),
	atEnd: foldedSet(`you me us it this that please here there now then again thanks hello hi hey night morning evening day today tonight tomorrow too yes no ok
		okay well so him her them right goodbye bye welcome greetings cheers farewell sorry yourself mine back`),
	please:     foldedSet(`please`),
	exists:     foldedList(`is there, are there, isn't there, aren't there`),
	places:     foldedSet(`on in at behind under near inside over across down`),
	indefinite: foldedSet(`a an some any`),
	isIt:       foldedSet(`is was isn't wasn't`),
	it:         foldedSet(`it that this he she`),
	orders:     foldedSet(`i'll i'd we'll we'd bring show sell pour pass hand fetch`),
	owns:       foldedSet(`have got sell want need serve buy make offer`),
	quotes:     foldedSet(`said says asked asks shouted whispered answered`),
	common: foldedSet(`will hope art mark rose grace may june april faith joy dawn summer hunter smith baker miller cook fisher king knight black white brown green
		young long short stone wood hill mill brook rich frank bill drew jack ivy lily daisy robin jay dale cliff glen heath forest chance christian
		dean earl gene grant guy harry jean kit lance mercy miles nick pat patience pearl penny prudence ray rob rusty ruby sandy sky skip sterling
		storm sue violet wade ward wren angel amber autumn charity crystal destiny ash fern hazel honor clay rock ford field fox wolf bear major
		bishop abbot prince duke swift sharp strong`),
	stop:   foldedSet(`stop wait hold on quiet enough shut up halt hang silence hush one moment second a no please just it`),
	answer: foldedSet(`yeah yep yup yes right sure true fine exactly alright indeed`),
	gm:     []string{"gm", "dm", "game master", "dungeon master"},
	goOn: foldedList(`go on, continue, keep going, carry on, tell me more, tell us more, and then, what then, what else, what happened then, what happened next,
		then what, more`),
	groups:    foldedList(`all of you, both of you, listen up everybody, listen up everyone, everybody listen, everyone listen up, attention everybody, attention everyone, any of you, each of you, one of you, you all, y'all, you lot`),
	everybody: foldedList(`everyone, everybody, guys, you guys, folks, gentlemen, ladies and gentlemen, friends, my friends`),
	numbers:   map[string]int{"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "both": 2},
	groupYou:  foldedSet(`you`),
	rules: phraseSetOf(`roll initiative, initiative, roll for, roll a, roll me, roll to, roll with, rolled a, i rolled, armor class, armour class, my ac,
		does that hit, does a, does it hit, hit points, hp, saving throw, my turn, your turn, whose turn, who's turn, who's up, who's next,
		spell slot, spell slots, natural twenty, nat twenty, natural one, nat one, d20, d 20, twenty sided, skill check, the dc, what dc,
		perception check, stealth check, persuasion check, insight check, intimidation check, investigation check, a check, my sheet, disadvantage,
		bonus action, level up, character sheet, modifier, proficiency, pass the dice, short rest,
		long rest, next session, last session, next week, the rules, rulebook, insight on, roll insight, passive perception, concentrating,
		concentration, with disadvantage, hit dice, hit die, cantrip, attack of opportunity, opportunity attack, spell save, persuasion, deception,
		intimidation, athletics, acrobatics, arcana, sleight of hand, crit, critical hit, my modifier, my bonus, inspiration die, look that up,
		look it up, check my sheet, in character, out of character, player character, npc, npcs, xp, experience points, heavily armoured,
		heavily armored, prone, grappled, grappling, initiative order, temp hp, temporary hit points, death save, death saves, is there a dc,
		player's handbook, plus three, plus five, what do i roll, what do i see, do i see, do i hear, do i notice, can i roll, can i make,
		is there a check, reroll, re roll, my roll, your roll, good roll, bad roll, nice roll, what did you roll, which dice, which die, d4, d6, d8,
		d10, d12, how much damage, con save, dex save, wisdom save, strength save, charisma check, strength check, dexterity check, wisdom check,
		ability check, arcana check, history check, my movement, line of sight, difficult terrain, ready an action, readied action, as an action,
		free action, my action, prepared spells, spell list, material component, bardic inspiration, sneak attack, wild shape, do i succeed,
		do i make it, did i make it, do i pass, did i pass, does that do it, is that good enough, does it succeed, dungeon master, house rule`),
	players: foldedList(`guys, you guys, dude, bro, y'all, lads`),
	narrates: foldedList(`i put, i nod, i shrug, i smile, i slide, i hand him, i hand her, i give him, i give her, i show him, i show her, i bow, i lean back,
		i raise my, i lower my, i turn around, i wave, i laugh, i sigh, i shake my, i point, i close the, i listen, i kneel, i jump, i push, i pull,
		i'll look around, i'll have a look around, i'll have a look at, i'll go look, i'm gonna look, i'm going to look, i'm gonna go,
		i'm gonna sneak, i'm gonna check, i'm going to check, i'm gonna search, i'll search, i'll check, i'll sneak, i think i'll have a look,
		i think i'll look, i quietly, i slowly, i carefully, i secretly, i would like to search, i'd like to search, i want to search,
		i want to sneak, i want to check, i want to look, i attack, i draw, i search, i roll, i cast, i move, i hide, i sneak, i look around,
		i look at, i check, i open, i run, i climb, i loot, i investigate, i use, i want to roll, i try to, i pick up, i grab, i walk, i go to,
		i follow, i sit, i stand, i step, i swing, i shoot, i hit, i listen at, we go, we walk, we leave, i leave, i rest, we rest, we attack,
		i throw, i take the, i take out, my character, i turn to leave, i turn and, i turn away, i turn my, i pay him, i pay her, i pay the,
		i hand over, i head to, i head for, i head back, i get up, i enter, i continue`),
	planning: phraseSetOf(`should we, he knows more, she knows more, they know more, knows more than, hiding something, does he look, does she look, does he seem,
		does she seem, don't trust her, don't trust him, don't believe him, don't believe her, don't like him, don't like her, like this guy,
		trust this guy, he's totally, she's totally, stalling, we could, we can just, why don't we, what if we, how about we, split up,
		let's see what, let's think, let's leave, let's get, let's tell, let's ask, let's take, let's do, let's try, i vote, i'd say we, i say let's,
		any ideas, should i, shall we, we should, let's go, let's not, let's just, do we, what do we, where do we, can we just, i say we, i think we,
		the plan, our plan, trust him, trust her, trust them, believe him, believe her, he's lying, she's lying, is lying, they're lying,
		seems nervous, looks nervous, seems off, seems shady, looks shady, seems scared, looks scared, seems suspicious, acting weird, being weird,
		do we still have, have we got, we have two options, two options, our options, do i believe him, do i believe her, do i trust, where do we go,
		who wants, who else wants, new plan, plan is, we grab, we run, we sneak, we steal, we kill him, we kill her, we hide, we wait until,
		we split, we jump, we rush, we ambush, we tie, i think she knows, i think he knows, i bet she, i bet he, i feel like she, i feel like he,
		what a liar, what a jerk, what a creep, what a weirdo, do we have any, do we have enough`),
	verbEnds: []string{"s", "ed"},
	notVerbs: foldedSet(`this us as yes thanks perhaps always sometimes guess plus less his its ours hers yours theirs across indeed need speed bed red hundred bread
		instead ahead dead good old hold and kids goods chess nonsense pass miss kiss bless dress cross process focus`),
	object: foldedSet(`me you us him her them it that this`),
	openers: phraseSetOf(`thank you, thank you so much, thank you very much, thanks a lot, come on, oh come on, all right, hang on, hang on a second, hang on a minute,
		hold on, hold on a second, wait a second, wait a minute, one moment, just a moment, listen up, listen to me, you know what, look here,
		see here, nice try, nice one, nice work, good work, good job, well done, good luck, bad luck, no way, no problem, never mind, not now,
		of course, of course not, why not, with respect, with all respect, with all due respect, with due respect, if you please, if you don't mind,
		for god's sake, oh my god, my god, my word, for the last time, as i said, like i said, i told you, i'm telling you, i swear, i promise,
		i beg you, i beg your pardon, beg your pardon, pardon me, pardon, forgive me, forgive us, excuse us, begging your pardon,
		permission to speak, by the way, to be honest, to be fair, honestly, seriously, frankly, nice to meet you, pleased to meet you,
		good to see you, long time no see, see you, see you around, see you later, see you tomorrow, until tomorrow, take care, you wish, yeah right,
		i'm sorry, so sorry, don't worry, no worries, cheers, congratulations, careful, easy, easy now, steady, quick, quickly, quiet, up here,
		over here, right here, here's the thing, what the hell, what on earth, how about it, what about you, how about you, what do you say, aye aye,
		yes indeed, very well, very good, fair enough, good point, wow, whoa, ha, huh, great, perfect, brilliant, excellent, whatever, welcome back,
		my apologies, apologies, my compliments, guess what, tell you what, i'll tell you what, in that case, by all means, bravo, enough,
		here you go, there you go, there you are, here you are, between you and me, between us, all jokes aside, no offence, no offense, welcome,
		deal, agreed, help, fire, stop, look out, watch out, get down, behind you, absolutely, definitely, exactly, obviously, true, alright then,
		all right then, ok then, okay then, right then, goodbye, bye, bye bye, good day, not so fast, not bad, not today, not again, easy there,
		now now, come now, oh no, for heaven's sake, for fuck's sake, god damn it, what a day, what a mess, what a surprise, nonsense, liar,
		thank god, thank the gods, please forgive me, trust me, believe me, listen here, with pleasure, my pleasure, after you, bless you, blessings,
		damn it, damn you, screw you, fuck you, get lost, shut up, hush, hush now, relax, calm down, that's enough, that's it, that's fine,
		that's all, it's okay, it's fine, it's me, it's us, sure, sure thing, no need, no offence taken, bullshit, thanks again,
		thanks for everything, thank you again, thank you for everything, thanks so much, the thing is, here is the thing, here's the deal,
		the point is, truth is, the truth is, fact is, what i mean is, what i'm saying is, i was wondering, i wanted to ask you, i want to ask you,
		i have a question, we have a question, i have a question for you, quick question, one question, one more thing, just one thing,
		one last thing, can i ask you something, let me ask you something, question for you, tell me, tell us, do me a favor, do me a favour,
		be honest, answer me, talk to me, come here, help me, help us, you too, and you, as you wish, as you know, believe you me, kind of, sort of,
		so to speak, mind you, no joke, no kidding, for real, by the gods, so help me, wrong person, wrong one, my bad, sorry about that, sorry for that, sorry about this, thanks for that, thanks for this, thank you for that, thanks for waiting,
		sorry for the wait, sorry to keep you waiting, good boy, good girl, good man, good lad, great job, nice job, nice going, good going, great work, well played, good thinking, nice save, thanks for nothing`),
	hedges:   phraseSetOf(`you know, you see, i see, i mean, i say, let's see, i guess, i think, i suppose`),
	corrects: foldedSet(`no wait sorry mean oops nope nah rather err damn`),
	reports: phraseSetOf(`said, says, shouted, shouts, yelled, yells, screamed, screams, whispered, whispers, goes, went like, was like, was all like, is like,
		is all like, were like, all like, and i'm like, he's like, she's like, wrote, writes, it reads, reads, the letter says, the note says,
		it says, called out, muttered, answered, replied, cried, told me, told us`),
	takes: foldedSet(`see saw seen know knew known trust trusted trusts believe believed kill killed killing love loved loves hate hated hates like likes liked
		want wants wanted need needs needed find found finding follow followed following help helped helping meet met meeting hit leave left let
		make made making get got getting take took taken taking bring brought bringing keep kept watch watched watching hear heard think say said
		says tell told asks asked distract distracted warn warned bribe bribed hire hired fight fought rescue rescued save saved free freed arrest
		arrested catch caught attack attacked hurt blame blamed grab call called named name is are was were be been am that's it's who whom not
		remember forget forgot understand visit visited join joined push pull hold held carry betray betrayed suspect suspected murder murdered
		poison poisoned rob robbed cheat cheated charm question questioned interrogate against except including especially maybe perhaps either only
		even just also still probably than as poor dear lord old young little stupid meant mean owe owes gave give gives show showed showing pay
		paid paying offer offered send sent sell sold marry married thank thanked protect protected scare scared hide hid tie tied search searched
		wake woke heal healed`),
	closes: foldedSet(`me you us him them it here there now then again today tonight tomorrow yesterday too yes no ok okay right goodbye welcome sorry yourself
		mine ours yours theirs hers myself ourselves alone together enough either anymore already soon later ago first fast quick quickly slowly
		carefully well better instead inside outside upstairs downstairs forward everything anything nothing something somewhere anywhere nowhere
		fine careful quiet safe ready sure true wrong luck please worry hurry relax sleep wait talk listen rest bleeding lying leaving coming going
		kidding joking dying drinking shaking trembling crying smiling sleeping waiting business money gold silver ale beer wine food help trouble
		mercy peace sense nonsense crap work possible impossible honest serious crazy mad late early hungry thirsty tired done lost pardon alright
		stew rooms beers ales home go gone know one both dare`),
	particles: foldedSet(`up down away off out back in over on around along forward apart shut open through aside`),
	moves: foldedSet(`come coming go going get sit stand hurry shut calm back wake slow step run cheer give speak watch look hold lighten listen move carry settle
		pipe grow bend stay keep be lie lay drink eat turn fall`),
	starts: foldedSet(`i i'm i'd i've i'll we we're we've we'd we'll you you're you've you'll you'd there it's that's please don't let's but so because before if
		unless until since or`),
	nounPreps:  foldedSet(`before after until in on at under by for from of without with about`),
	units:      foldedSet(`gold silver copper platinum coins pieces more minutes hours days times percent feet rooms beers ales`),
	plural:     foldedSet(`are do have were`),
	endears:    foldedSet(`sweetheart sweetie honey darling dear buddy pal mate friend dearest`),
	transitive: foldedSet(`wake give carry settle shut slow calm cheer turn keep hold move get watch`),
	sequel:     foldedSet(`then`),
	confirms:   foldedSet(`right`),
	thing:      foldedSet(`it that this`),
	praise:     foldedSet(`nice good great bad lovely pretty clever fine big`),
	tail:       foldedSet(`please quick quickly okay ok right yes no huh eh hm`),
	few:        foldedSet(`no another more enough two three four five six ten every both`),
	is:         foldedSet(`is are was were`),
	becomes:    foldedSet(`becomes became become made make makes promoted appointed be being as named called elected is was`),
	role: foldedSet(`smith blacksmith innkeeper barkeep bartender wizard witch dwarf elf orc goblin guard priest priestess merchant trader hunter thief king
		queen man woman girl boy guy lady lord brother sister father mother friend friends wife husband son daughter uncle aunt cousin captain
		sergeant soldier knight mage cleric farmer miller baker barmaid maid servant stranger name word names sailor pirate healer druid monk abbot
		lieutenant commander general admiral colonel corporal baron baroness`),
	titles: map[string][]string{
		"captain": {"cap'n", "skipper"}, "sergeant": {"sarge"}, "doctor": {"doc"}, "professor": {"prof"}, "lord": {"m'lord", "milord", "my lord"},
		"lady": {"m'lady", "milady", "my lady"}, "my lady": {"m'lady", "milady"}, "my lord": {"m'lord", "milord"},
	},
	describing: foldedSet(`drunk damn bloody new old other dead poor fat first last same whole guard town city ship's ship sea mad crazy stupid real former next good
		bad young little big tall nice mean lazy evil brave missing fucking goddamn dear corrupt pirate watch army our so very`),
	describingEnds: []string{"ed", "ing", "ish", "less", "ful", "ous", "y"},
	verbNames:      foldedSet(`will may hope mark grant rob sue pat bear drew ray chance art guy faith grace wade ward dale miles`),
	aside: phraseSetOf(`pass the chips, pass me the, pizza, bathroom, toilet, be right back, brb, can you hear me, you're muted, are you muted, my mic,
		your mic, the mic, my internet, discord, take a break, doorbell, the door bell, my phone, phone's ringing, phone is ringing, my mum, my mom, my girlfriend, my boyfriend, my roommate, my flatmate,
		keyboard, laptop, headset, headphones, my battery, my charger, my screen, my camera, webcam, wifi, wi fi, my connection, your connection,
		lagging, lag, unmute, reconnect, cutting out, breaking up, can you guys hear, fridge, microwave, sushi, takeaway, takeout, uber, google,
		youtube, netflix, whatsapp, grab a drink, grab a beer from, grab some water, get some water, grab a snack, snacks, crisps, coke, need to pee,
		gotta pee, have to pee, afk, back in a minute, back in a sec, back in five, the stream, scroll up, the pdf, dnd beyond, d and d beyond,
		roll20, roll 20, foundry, the battle map, battlemap, the grid, my token, work tomorrow, airbnb, wife's calling, wife is calling,
		husband's calling, husband is calling, mum's calling, dad's calling, the cat just, cat's on, cat is on my, kids are up, baby's crying,
		baby is crying, baby monitor, someone's at the door hang on, the delivery, on mute, was muted, can everyone hear, can everybody hear,
		can anyone hear, my dice, writing this down, write this down, write that down, writing that down, taking notes, food is here, food's here,
		pizza is here, pizza's here, dog needs, one sec, just a sec, gimme a sec, give me a sec, give me a second, give me a minute, be right there,
		who ordered, did you order, turn the music, music down, music is too, music's too, playlist, spotify, you froze, you're frozen, screen share,
		share your screen, in the chat, in chat, send me the link, google doc, spreadsheet, next friday, next saturday, next sunday, next thursday,
		next time we play, when do we play, my boss, meeting tomorrow, school tomorrow, homework, exam, football, movie, episode, video game, meme,
		gandalf, star wars, lord of the rings, monty python, website, email, password, bluetooth, usb, dishwasher, washing machine, the heating,
		air conditioning, let the cat out, let the dog out, walk the dog, babysitter, dice hate, dice are cursed, dice love`),
	talk: englishTalk,
	scores: phraseSetOf(`not great, not bad, not good, not too bad, not enough, plus, minus, natural, nat, crit, i got, i rolled, i have a, that's a, it's a, makes it, in total, altogether, dirty, does that, does it, hit,
		is that enough, on the die, on the dice, with my modifier, with my bonus, points of damage, damage, total, to hit`),
	besides: foldedSet(`a an so that's that it total i the with my uh um well okay oh yes no ugh damn only just and for is enough`),
	number: foldedSet(`one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty 1
		2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30`),
}
