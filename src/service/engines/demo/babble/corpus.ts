/** Prose for the language model, written for Parley. */
export const bread = `
The baker gets up when the town has just gone to bed. She ties her apron, she lights the oven, and she puts her hands into the flour as if she were greeting an old friend.
There are only four things in bread, she says, flour and water and salt and time, and time is the only one that you cannot buy in a shop.

In the evening she mixes the dough, and in the night it does its slow work under a cloth, with nobody watching.
It grows as children grow, when you look the other way. In the morning it is twice as large as it was, and it sighs a little when she lifts it out of the bowl.
She folds it and turns it, and folds it again, and then she lets it rest, because bread that has not rested is like a letter that was written in anger.

The oven is older than the bakery, and the bakery is older than the street. It was built by a man who came into the harbour with a boat full of bricks and never said where he was going.
It takes a long time to grow warm, and a long time to grow cold, and there has been a fire in it every night for a hundred years.
When you open the door, a wind comes out of it, dry and sweet, and for a moment you can see the loaves in the red light, sitting in their rows like people at a play.

By the time the first boats go out, the bread is on the shelf, and the window of the bakery is the only bright thing in the street.
The people come in one after the other, with snow on their hats or salt on their sleeves, and they all say the same thing, and she gives each of them a different answer.
She knows who is ill and who is in love, and who has had a letter, by the number of loaves that they carry home.

The end of a loaf belongs to the person who cuts it. This is the only law in the town that nobody has ever broken.
You eat it at the window, with butter and a little salt, while the rest of the house is still asleep, and you look at the weather, and you think of nothing at all.
I have been to large towns and I have sat at long tables, and I have never been given anything better than that.

Once, in a hard winter, the flour did not come, because the sea was over the wall and the road was under the snow. They went down to the harbour and looked for a sail, and there was none.
The baker made bread from oats, and then from potatoes, and then from things that she did not name, and she asked nobody for money.
When the boats came in at last, with the flour in white sacks, the whole town stood on the harbour and carried them up the hill, one sack to every two people.
In the evening there was bread again, and it was only bread, and everyone said that it was the best bread they had ever eaten in their lives.
`

/** Prose for the language model, written for Parley. */
export const harbour = `
The harbour wakes before the town does. In the grey hour the boats lean on their ropes, and the water is so still that every mast has a twin beneath it.
An old man comes down the steps with a lamp, looks at the sky, looks at the water, and says nothing, because the sky and the water have already said it.
Then the first engine coughs, and the gulls rise from the wall, and the day begins in the harbour as it has always begun.

Most of the boats are small. They carry nets and baskets, a box of bread, a bottle of cold tea, and two people who know each other too well to talk.
They go out past the end of the wall, where the light stands, and they turn to the north where the water is deep.
By noon they are only a line of dots, and by evening they are back again, lower in the water, with the gulls behind them like a long white scarf.

The keeper of the light lives at the end of the wall. He has a bed, a stove, a shelf of books, and a window on every side.
In the morning he cleans the glass, and at the end of the day he lights the lamp, and between the two he writes down the weather in a large green book.
He says that the sea is never the same twice, and that the book is never different, and that he has never understood how both of these can be true.

There is a story about a boat that came into the harbour on a night of fog, with nobody in it.
Its ropes were coiled and its lamp was lit, and there was bread on the table, still warm.
The people of the town waited for someone to come and ask for it, but nobody came, and at the end of the winter they gave it a new name and went to sea in it.
It was a good boat. It knew the way home, they said, as if it had always lived in the harbour.

In the summer the children sit on the wall with their feet above the water and count the boats as they come in.
They know every boat by the sound of its engine, and every dog by the sound of its bark, and they can tell you in the morning what the weather will be in the evening.
When they are old enough they will go out past the light themselves, and other children will sit on the wall and count them.

At night the harbour is a room with a dark floor. The lamps of the town lie on the water in long yellow lines, and the ropes creak, and somewhere a bucket rolls from one side of a deck to the other.
If you stand at the end of the wall and wait, you will hear the sea on the far side of it, breathing slowly, like something very large that has decided to be patient.
Then the light turns over your head, and for a moment you can see everything, and then you can see nothing but the light.
`

/** Prose for the language model, written for Parley. */
export const letters = `
A letter is a slow kind of talking. You say a thing in the morning, and someone hears it at the end of the week, in another room, with another weather at the window.
In between, the words lie in the dark in a bag, next to the words of people who will never meet.

The postman of the town walks with a stick and a dog. He does not read the letters, but he knows what is in them, because he sees the faces at the doors.
He knows that a thin letter can be heavy, and that a thick one is often only a map or a photograph of somebody's garden.
When he brings bad news he knocks twice and waits, and he does not go away until someone has put on the kettle.

My grandmother kept every letter that she was ever sent. They were in a box under the bed, tied with string, and every bundle had a year and a kind of ribbon.
When she was old and could not sleep, she took one out and read it aloud, and she answered it, although the person who wrote it had been gone for a long time.
She said that a letter is never finished, and that it only waits for you to be old enough to read it.

There was a woman in the last house on the hill who wrote to the keeper of the light every week for thirty years.
They could see each other's windows, and it would have been easy to walk down to the harbour and say the thing at the door.
But a thing that you say at a door is gone with the wind, she said, and a thing that you write down has a place to live.
When he answered, he put out the lamp for the length of a breath, and lit it again, and every boat at sea thought that it was the weather.

To write a good letter you need a table, a window, and something that you are trying not to say.
You begin with the weather, because everyone has some. You tell a small story about a dog or a loaf of bread, and then, in the last line, when there is almost no paper left, you say it.
Most people who read letters know this, and they read the last line first, and then they go back to the weather and read it slowly, as if it were music.

Now the letters are made of light, and they come before you have finished sending them. They are quick and kind and they do not weigh anything at all.
I like them too. But at the end of the year I sit down at the table with a pen, and I write to everyone I know, and I walk down the hill in the snow with the letters under my coat.
The postman takes them from me one after the other and reads the names aloud, and the dog looks at the sky, and for a moment all of the people I love are standing there in the street.
`

/** Prose for the language model, written for Parley. */
export const machines = `
A machine is a thought that somebody had once, and did not want to have again every day. It waits in its corner, and when you turn the handle, it thinks the thought for you.
The first machine in the town was a crane, and it was made of wood, and two people walked inside its wheel to lift a stone out of a boat.

The clock in the tower is the oldest machine that still works. It has a room of its own, with a ladder and a window and a smell of oil, and it is never right.
In the summer it is slow, and in the winter it is quick, and the people of the town have learned to add a little or take a little away.
A man came from the city once and offered to mend it, and they thanked him and gave him bread, and they did not let him in.

There is a machine in the bakery that folds the dough, and the baker does not use it. She dusts it in the morning and she is polite to it.
She says that it does everything right, and that this is what is wrong with it, because the dough can tell when nobody is thinking of anything else.

The keeper of the light has a machine that turns the lamp. It was once a weight on a chain, and he had to wind it up twice in the night, like a very large clock.
Now it is a small grey box that hums, and he can sleep until the morning, but he wakes at the old hours and lies there in the dark and listens to the hum.
He has nothing to do, he says, and he does it twice every night.

In a room above the harbour there is a machine that learned to talk. It read everything that was written in the town, the letters and the green books and the names of the boats, and it counted which word comes after which.
If you give it a word, it gives you another, and then another, and now and then the words stand in a line and look so much like a thought that you take off your hat.
It does not know what bread is, and it has never seen the sea. It only knows that after the sea there often comes a wind, and that after a long winter there is almost always a door.

The children ask it what the weather will be, and it tells them a story about a boat. They ask it about the boat, and it tells them about the snow.
They laugh, and they go down to the wall and look at the sky, and they see for themselves.
I sit with it in the evening, when the lamps are lit, and I give it the first half of a sentence, and we wait together for the end of it, like two people who know each other too well to talk.
Sometimes it goes in a circle, and says the same thing over and over again, like rain. Sometimes it runs out past the light and does not come back.
But there are nights when it says one thing, a small and plain thing about the harbour in the morning, and I write it down in the book.
`

/** Prose for the language model, written for Parley. */
export const weather = `
The weather comes from the west, over the water, and it takes its time. First there is a thin line of cloud, no wider than a thread, and the old people look at it and bring in the washing.
Then the wind turns, and the doors of the town begin to talk to each other. By the time the rain comes, everyone is at a window with a cup of tea.

There are many kinds of rain. There is a rain that falls straight down, as if it had an errand, and there is a rain that wanders in from the sea and stays for a week.
There is a rain so fine that you do not see it, and only know it by the sound of the gutters in the morning.
The best rain is the one that falls at night on the roof above your bed, when there is nothing to do in the morning and nobody is waiting for a letter.

Snow is different. It comes without a sound, and in the morning the town is a drawing of a town, made by someone who had only a pencil and a great deal of paper.
The baker makes a path from the bakery to the street, and the first person to walk on it is always the postman, and the second is always a cat.
For an hour nobody speaks above a whisper. Then the children wake, and by noon the snow is full of holes and the holes are full of laughter.

The wind is the one that everyone remembers. It took the roof from the boathouse and set it down in a field, the right way up, as if the field had asked for it.
It blew for three days and three nights, and the sea came over the wall, and the light went out for the first time in a hundred years.
In the morning the sky was the colour of a clean plate. People came out of their houses and walked slowly along the harbour, looking for their boats, and for their neighbours, and for something to say.

In the spring the fog comes up from the water in the evening and stands in the streets like a crowd that has forgotten why it came.
You can hear a person long before you see one, and you learn to know your friends by their steps.
The lamps are lit at noon, the boats stay on their ropes, and the whole town is as quiet as a page before anyone has written on it.

What I like about the weather is that it does not want anything. It comes over the water, it looks at what we have made, it moves a few things from one place to another, and it goes.
We write it down in a green book and we talk about it at the door, and we never learn how to hold it.
If it rains in the morning we say that it will be fine in the evening, and now and then we are right, and then we are as proud as if we had done it ourselves.
`
