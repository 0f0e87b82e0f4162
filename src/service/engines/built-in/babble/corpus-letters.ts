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
