package conversation

// englishTalk is what players say to each other, and to people outside the game.
// These lists only weigh (address_evidence.go): one word of them too many costs an
// agent one line of a table's, and not a rule.
var englishTalk = tableTalk{
	rules: foldedSet(`attune attuned attuning attunement perception arcana athletics acrobatics proficient proficiency modifier stat stats statblock multiclass
		subclass cantrip dc ac hp xp gm dm pc npc d20 d4 d6 d8 d10 d12 d100 rolled reroll rerolled nat crit crits initiative metagame metagaming
		roleplay roleplaying rp homebrew rulebook phb darkvision aoe cooldown disadvantage slots dexterity hitpoints backstory tpk minis miniature
		combat's thac0 encumbered encumbrance bennies ingame character's charsheet statted level-up tieflings counterspell eldritch hitpoint dex wis
		cha perc marching-order`),
	rulesPhrases: phraseSetOf(`my sheet, character sheet, my character, your character, hit points, to hit, long rest, short rest, in game, out of game, out of character,
		in real life, in this setting, in this campaign, this campaign, animal handling, sleight of hand, passive perception, death save,
		death saves, spot hidden, library use, fate point, fate points, hero point, hero points, plot point, luck point, luck points, sanity check,
		sanity roll, luck roll, half damage, full damage, line of sight, saving throw, spell slot, spell slots, spell list, skill check,
		ability check, ability score, level up, leveled up, levelled up, next level, rules as written, does that count as, which skill, what skill,
		attack of opportunity, opportunity attack, bonus action, free action, full action, as an action, as a reaction, my reaction, my action,
		my movement, my initiative, my passive, my proficiency, my modifier, my bonus, my stats, my hp, my ac, my spells, my roll, your roll,
		that roll, this roll, a roll, roll on, roll that, roll again, roll it, roll twice, roll under, roll over, roll high, roll low, to roll,
		i roll, should roll, wisdom save, con save, dex save, make a save, plot armor, plot armour, side quest, quest log, boss fight, boss battle,
		end boss, final boss, dump stat, session zero, speak with animals, detect magic, detect thoughts, zone of truth, mage hand, healing word,
		cure wounds, fire bolt, magic missile, guiding bolt, hunter's mark, sneak attack, action surge, second wind, lay on hands, wild shape,
		wild magic, bardic inspiration, inspiration point, my inspiration, inspiration on, ritual casting, as a ritual, spell attack, melee attack,
		ranged attack, extra attack, difficult terrain, cover bonus, half cover, three quarters cover, flanking, temp hp, minus two, plus two,
		the battle map, the grid, a con save, spell slots left, what level are you, what level is, what level, which level, count for that,
		count towards, npc voice, my accent, your accent, that accent, this accent, voice acting, marching order, add my, do i have left,
		do we have left, how many dice, who's next in, am i next, on the die, on the dice, is my turn, it my turn, minus one, plus one, plus six,
		plus seven, plus eight, a crit, ki points, sorcery points, spell points, skill points, mana points, hit die, concentration check,
		do we roll, have to roll, need to roll`),
	rulesHints: foldedSet(`roll rolling check stealth survival history religion nature performance reaction level skill skills spell spells cast casting damage range
		resistance immune immunity ability advantage token modifier sheet rule rules plus minus character player inspiration concentration class
		campaign npcs failure fumble passive score investigation strength constitution prone grapple exhaustion voice accent insight persuasion
		deception intimidation bonus charisma dice rolls`),
	rulesHintPhrases: phraseSetOf(`a check, can i try, does it work, would that work, how does that work, how many feet, as a bonus, in combat, out of combat, in the book,
		the book says, surprise round, at will, a save, five feet, ten feet, thirty feet, sixty feet, on the map, my turn, your turn, what level,
		this game, that game, the rules, a fail, a success, points left, real life`),
	room: foldedSet(`phone phones smartphone laptop computer keyboard headset headphones earphones earbuds mic mics microphone wifi router internet lag lags
		lagging laggy lagged discord zoom skype teamspeak bluetooth usb charger battery batteries camera webcam browser netflix youtube google googled spotify
		tiktok instagram whatsapp facebook twitter reddit email emails texted texting pizza pizzas chips crisps popcorn nachos doritos pringles coke pepsi cola
		fanta espresso latte burger burgers takeaway takeout uber doordash deliveroo fridge freezer microwave dishwasher doorbell restroom pee peeing tv telly
		television xbox playstation nintendo homework exam exams uni bus taxi beep beeping bike scooter pyjamas pajamas lego legos cartoon cartoons peppa
		nursery preschool sandbox lunchbox stroller diapers nappies litterbox catnip treadmill gym groceries supermarket lawnmower printer laundromat toaster
		yoghurt yogurt cereal cornflakes microwaved ketchup nutella oatmeal banana bananas avocado tofu muesli lollipop lollipops popsicle icecream milkshake
		soda sodas sprite sandwiches bagel bagels croissant donut donuts doughnut cupcakes pancake pancakes waffles nuggets hotdog hotdogs barbecue bbq
		tupperware sunscreen shampoo toothbrush toothpaste hairdryer deodorant tampon diarrhea vitamin vitamins allergy inhaler therapist orthodontist
		pediatrician paramedic euro euros paypal invoice mortgage netbank atm jeans hoodie sneakers sweatpants pyjama zipper sunglasses lorry petrol basketball
		soccer tennis volleyball yoga pilates marathon playground trampoline classroom kindergartner classmate classmates math maths biology semester selfie
		video videos gif stereo subwoofer ukulele karaoke socket adapter lightswitch heater fuse duvet ebay airbnb groupchat timezone timezones controller
		joystick console airport dentist babysitter roommate flatmate housemate amazon ikea plumber lightbulb vape podcast playlist meme memes anime marvel
		batman hobbits muted unmute unmuted robotic choppy staticky glitchy glitching buffering pixelated pm snacking gummy gummies gummi haribo skittles m&ms
		oreo oreos pretzels ramen sushi tacos taco burrito kebab lasagna lasagne brb afk irl lol rofl tbh alexa siri app apps website password download
		downloaded upload updating mac ipad iphone android screenshot screenshare pdf emoji livestream twitch coworker covid vaccine paracetamol ibuprofen
		antibiotics asthma nappy diaper daycare kindergarten toddler thermostat hoover hoovering vacuum vacuuming dryer microwaving caffeine decaf redbull
		smoothie mayo salsa guac guacamole hummus pepperoni vegan dominos mcdonald's kfc starbucks episode spoilers spoiler trailer movie movies cinema
		soundtrack reverb soundcloud recording reconnect reconnecting rejoin rejoining reboot rebooting restart restarting`),
	roomPhrases: phraseSetOf(`test test, testing testing, testing one two, check check, mic check, one two one two, is this thing on, is it recording,
		does it hear me, can it hear me, should hear me, it hears me, it can hear me, mic light, input level, is it picking me up, picking me up, picks me up,
		pick up milk, pick up the kids, pick up the groceries, the groceries, the trash, the garbage, the recycling, living room, brush your teeth,
		your pyjamas, your pajamas, your homework, do your homework, clean up your room, tidy your room, your toys, your lego, screen time, way home from work,
		turn off the light, turn off the lights, turn it off, switch off the, plugged in, plug in, on the charger, the remote, the shopping list, the car keys,
		train station, doctor's appointment, the printer, phone number, weather forecast, set a timer, set an alarm, remind me to, play some music, a real one,
		be right back, right back, can you hear me, hear me now, can't hear you, cannot hear you, couldn't hear you, didn't hear you, hardly hear you,
		barely hear you, cutting out, cutting in and out, like a robot, dropped out, kicked me out, got kicked, got disconnected, call you back, call you later,
		call me back, on the phone, phone call, on mute, bio break, smoke break, cigarette, anyone want, anyone need, does anyone want, does anybody want,
		anybody want, anyone else want, anybody else want, want anything from, past my bedtime, have to be up, got to be up, gotta be up, this session,
		last time we played, sorry about the noise, background noise, ice cream, energy drink, red bull, mountain dew, hot sauce, pass me the,
		my sister's calling, my brother's calling, my cat's, my dog's, work tomorrow, work in the morning, school tomorrow, late shift, bad connection,
		the audio, my audio, my speakers, new mic, hang on the, baby's awake, is the recording, are we recording, we recording, the recording, turn it down,
		turn it up, you froze, you're frozen, screen froze, is frozen, keeps freezing, hear an echo, hearing an echo, double audio, there's a delay,
		anyone hungry, anybody hungry, is anyone hungry, ordering food, google that, wikipedia, the wiki, video game, board game, dark souls, harry potter,
		game of thrones, lord of the rings, star trek, baldur's gate, skyrim, two seconds, two secs, ten seconds, are you still there, you still there,
		you guys there, i'm playing, we're playing, i am playing, in a game, on a call, in a call, in a meeting, at the door for me, school night, did i miss,
		what did i miss, just gonna grab, just going to grab, quickly grab, are you eating, you eating, call it a night, call it here, i'm logging off, log off,
		done for tonight, enough for tonight, stop here for tonight, finish up soon, how long are we playing, until when are we playing`),
	roomHints: foldedSet(`drawer scissors sink cupboard wardrobe carpet curtain curtains driveway hallway rent insurance umbrella backpack hungry thirsty
		kitchen loud echo static freezing froze frozen break sec connection monitor series boss shift meeting coffee sandwich cookies biscuits chocolate fries
		mum mom dad cat baby neighbours neighbors sofa pasta noodles shower smoking lighter holiday vacation film movie button click oven dessert yawn bedtime
		tab link chat update volume delivery mute stream feedback screen couch laundry car noise crashed monday tuesday wednesday thursday friday saturday
		sunday weekend o'clock colleague deadline toilet loo bathroom snack snacks girlfriend boyfriend commute parking radiator allergies recorded drilling
		electricity dollar dollars bucks gasoline tractor photo photos radio subway tram helicopter motorcycle ambulance aspirin train plane lamp notebook
		college university hospital surgery physics chemistry taxes landlord`),
	roomHintPhrases: phraseSetOf(`the dishes, the rubbish, the bins, an appointment, on the way home, from work, turn the light, the lights, the station,
		at the door, hold on, hang on, one moment, give me a, one minute, back in, do you mind, next door, so late, too late, in the kitchen, from the kitchen,
		to the kitchen, while i'm up, last week, this week, next week, the game, the show, the series, the movie, pass the, my wife, my husband, my kids,
		the kids, my cat, my dog, the cat's, the dog's, the baby's, the baby is, real quick, another drink, top up, your sound, day off, order something,
		order food, who ate, who took the last, what time is it, what's the time, i'm starving, i'm so hungry, a delay, an echo, someone at the door,
		somebody at the door, someone's at the door, my back hurts, my glasses, my chair, my son's, my daughter's, work tomorrow, the sound, cut out, cuts out,
		breaking up, you sound like, you sound really, you sound a bit, you sound so, two minutes, five seconds, few seconds, what's for dinner, is it just me,
		card game, kettle, put the kettle, take notes, taking notes, in my notes, the notes, write down, write that down, wrote down, wrote that down,
		write it down, writing down, look it up, looking it up, look that up, my mum, my mom, my dad, my landlord, my neighbour, my neighbor, my neighbours,
		my neighbors, my boss, have to go soon, gotta go soon, got to go soon, have to leave at, bad dog, good boy, good girl, wrap it up for, wrap up for,
		need a break, minute break, quick break, short break, have a smoke, for a smoke, dinner's ready, dinner is ready, lunch is ready, food's ready,
		food is ready, food's here, food is here, hear you, hearing you, i lost you, lost you for, early start, you're very quiet, you're so quiet,
		you're really quiet, you're too quiet, you're too loud, you're so loud, you're really loud, let the dog out, let the cat out, off the table,
		love this game, leave it by the door, leave it at the door, do not disturb, turn on the light, my back is killing, night shift, birthday party,
		birthday present, off to bed, going to bed, pick up some`),
	outside: foldedSet(`mum mom mummy mommy mama mamma dad daddy dada papa grandma granny grandpa grandad nana`),
	pets: foldedSet(`babe baby bae hun sweetheart sweetie honey darling sweetpea pumpkin kiddo kiddos kitty puppy doggy cutie muffin cupcake bunny munchkin
		buttercup poppet peanut boo lovey love hubby nan`),
	echoes:     foldedSet(`say mean`),
	introduces: phraseSetOf(`my name, call me, called me, the name, i am called, is who i am, i'm called, never heard, at your service`),
	parents: phraseSetOf(`go to bed, back to bed, off to bed, in bed by now, go to your room, brush your teeth, brushed your teeth, wash your hands,
		finish your dinner, finish your plate, finish your vegetables, eat your vegetables, put on your shoes, put your shoes on, put on your jacket,
		your jammies, five more minutes, say goodnight, say good night to, ask your dad, ask your father, ask your mum, ask your mom, ask your mother,
		wake your brother, wake your sister, have school tomorrow, got school tomorrow, school in the morning, dinner's in, no more sweets, no more candy,
		no more telly, don't run in, inside voice, use your words, it's past your, potty, tummy, bad cat, bad kitty, good dog, who's a good, want your food,
		want a treat, go lie down`),
	phone: phraseSetOf(`can i take a message, of a game, of a session, speak up i, you're on speaker, ring you later, ring you back, who's this,
		who is this speaking, who's calling, you're not disturbing, not disturbing me, not interrupting anything, call you back, call you later, call me back,
		call me tomorrow, thanks for calling, thank you for calling, wrong number, give him a hug from me, give her a hug from me, love you too, love you bye,
		say hello to mum, can you text me, text me when, text me the, i'll text you, i'm on speaker, drive safe, drive safely, how was school, hello this is she`),
	phoneIs:    phraseSetOf(`this is, it's, here's, it is`),
	phoneHello: foldedSet(`hello hi hey yes`),
	phoneHere:  foldedSet(`here speaking`),
	hangsUp:    phraseSetOf(`bye, bye bye, goodbye, talk to you soon, talk to you later, talk later, talk soon, see you later, see you then, love you, good night, night night, sleep tight`),
	returns: phraseSetOf(`where were we, where was i, what was i saying, sorry about that, sorry for that, as i was saying, back to, i'm back, okay back, anyway, so and, now then,
		okay so, ok so, right so, alright so, you were saying, you were telling, what were you saying, go on`),
	delays: phraseSetOf(`moment, one moment, just a moment, wait, hold on, hang on, a second, one second, wait a second, sec`),
	us:     foldedSet(`let's we're we'll we've we'd`),
	many:   foldedSet(`forty fifty sixty seventy eighty ninety hundred hundreds thousand dozen dozens score handful couple`),
	unsure: phraseSetOf(`i think, i guess, i suppose, i reckon, i'd say, i don't know, i'm not sure`),
	writes: foldedSet(`write note jot scribble`),
	down:   foldedSet(`down`),
	mutters: phraseSetOf(`note to self, where did i put, where did i leave, where have i put, where have i left, where's my pen, where's my pencil,
		where is my pen, where is my pencil, where's my charger, where are my glasses, where are my keys, where's my drink, where the hell is my,
		what was i doing, let me write, what did i write, what have i written, did i write down, now where's my, talking to myself, what page was,
		let me scroll, let me find my`),
	asksGM: phraseSetOf(`do i need to, do i have to, do i get, do i take, do i recognize, do i recognise, do i remember, do i smell, do i feel, do i see, do i still,
		do i also, do i add, do i lose, do i gain, do i use, do i die, do i fall, do i spot, can i tell, can i still, can i do that, can i just use,
		can i reach, can i hit, can i use, can i make, can i spot, can i add, can i recognize, can i recognise, can i remember, can i cast,
		can i roll, can i get advantage, could i tell, would i know, would i recognize, would i recognise, would i have, would i be able,
		will i be able, am i able, am i close enough, am i in range, am i still, is it my, is it still my, what's my, what is my, what was my,
		which one's my, how much is my, how far can i, how far am i, how many do i, what do i add, what do i roll, what do i know, did i level,
		does that mean i, does it look, what happens if i, what if i just, could i make, can i have advantage, can i hear, can we hear, do we see,
		do we hear, do we know, do we notice, do we get, does anyone notice, do i have enough movement, do i have time to, do i have line,
		do i have to roll, can i see anything, can i see them, can i see him, can i see her, can i see, can i try, do i know, what do i see,
		does that work, does my, what does she look, what does he look, how does she react, how does he react, how does she look, how does he look,
		how does she seem, how does he seem, does she react, does he react, does she seem, does he seem, is she wearing, is he wearing,
		what is she wearing, what is he wearing, what's she wearing, what's he wearing, what does it look like, what do they look like,
		what does the room, what did she say, what did he say, what was her name, what was his name, what's her name, what's his name,
		who was that again, how do i add, how do i roll, what is this place called, what was this place called`),
	asksLeave: phraseSetOf(`can i, could i, may i, do i, am i, would i, should i, might i, can we, could we, may we`),
	wishes:    phraseSetOf(`i'd like to, i would like to, i want to, i wanna, i'm gonna, i'm going to, i am going to, i'll, i will, let me, i'd love to, i try, i'm trying to, i think i'll, i guess i'll, i could, i might, i can, we could, we can, we'll, we want to, i'd rather, i'd probably, i would`),
	deeds: foldedSet(`sneak grapple attack search investigate climb shove dodge disengage dash hide stab shoot loot pickpocket steal charm cast roll scan
		shapeshift teleport fireball heal disarm swing punch kick tackle examine inspect untie interrogate intimidate persuade deceive bluff detect
		identify levitate flank persuading distract lockpick pick sprint crawl roar growl read gauge sense`),
	sends: phraseSetOf(`ask him, ask her, ask them, ask it, tell him, tell her, tell them, show him, show her, offer him, offer her, pay him, pay her, threaten him,
		threaten her, push him, press him, press her, trust him, trust her, talk to him, talk to her, charm him, charm her`),
	thinks: phraseSetOf(`i wonder, i guess, i think, i suppose, i bet, i reckon, i feel like, let me think, let me see, let's see, let me check, no idea, not sure,
		i'm not sure, i have no idea, i forgot, i can't remember, i don't remember, maybe, perhaps, what if, basically, wait so,
		what was that called, what was it called, this is so, love it, i love this, i love that, i hate this, that's hilarious, that's so funny,
		so funny, lmao, oh god, oh my god, omg, oh shit, holy shit, fuck, damn it, are you kidding, typical, figures, yikes, oof, woo, wooo, yay,
		haha, hahaha, nice one, good one, i knew it, called it, okay so she, okay so he, ok so she, ok so he, so she, so he`),
	talksOf: phraseSetOf(`she's so, he's so, she's such, he's such, she's really, he's really, she's totally, he's totally, she's kind of, he's kind of, she's super,
		he's super, she's clearly, he's clearly, she's definitely, he's definitely, she's obviously, he's obviously, she's probably, he's probably,
		she seems, he seems, she looks, he looks, she sounds, he sounds, i like her, i like him, i hate her, i hate him, i trust her, i trust him,
		this dude, that dude`),
	anybody: phraseSetOf(`anyone, anybody, everyone, everybody, guys, lads, folks, can someone, can somebody, could someone, could somebody, did someone, did somebody, has someone, has somebody, does someone, does somebody, will someone, would someone`),
	converses: foldedSet(`am was were have had has do did don't didn't can can't could couldn't will won't would wouldn't should shall may might must need want think know believe trust mean see hear understand swear promise like love hope hate owe
		wish guess suppose wonder remember forget feel agree disagree doubt fear beg ask refuse say tell told said heard saw found lost came went met got gave took bought brought thought knew felt kept left made paid sold sent accept apologise apologize
		come live work serve travel seek hail speak study sell buy bring understood wrote fought slept woke ate drank ran read won fell began became hold care prefer demand insist require expect assume imagine recall respect admire
		appreciate thank bet dare cannot ain't just seem deserve mind used never always also really only still say pray represent carry play enjoy own dream miss offer warn advise suggest challenge invite
		meant lied lie quit give get spent send stole grew hid let put cut hurt lent forgot knew`),
	replies: foldedSet(`yes yeah yep no nope aye sure thanks thank fine deal agreed never nonsense really indeed`),
	article: foldedSet(`a an another natural dirty`),
}
