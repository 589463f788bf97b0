package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

type line struct {
	Room int       `json:"room"`
	From string    `json:"from"`
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

// chat sends each line to the forty members of a room. A member, a goroutine of its own, keeps the last 200 lines, encoded, and
// is sent all of them once in a hundred lines.
func chat(until time.Time, r *rand.Rand) int64 {
	const members, perRoom = 600, 40
	inboxes := make([]chan []byte, members)
	var running sync.WaitGroup
	var sent atomic.Int64
	for i := range inboxes {
		inboxes[i] = make(chan []byte, 64)
		running.Go(func() {
			kept := make([][]byte, 200)
			for n := 0; ; n++ {
				encoded, ok := <-inboxes[i]
				if !ok {
					return
				}
				kept[n%len(kept)] = bytes.Clone(encoded)
				if n%100 == i%100 {
					sent.Add(int64(len(bytes.Join(kept, []byte{'\n'}))))
				}
			}
		})
	}
	each(until, 800, func() {
		room := r.IntN(members / perRoom)
		encoded, _ := json.Marshal(line{room, letters(r, 10), letters(r, 20+r.IntN(400)), time.Now()})
		for i := range perRoom {
			inboxes[room*perRoom+i] <- encoded
		}
	})
	for _, inbox := range inboxes {
		close(inbox)
	}
	running.Wait()
	return sent.Load()
}

// search adds documents to an index of words; every 40,000 documents the index is built anew of the newest 80,000.
func search(until time.Time, r *rand.Rand) int64 {
	words := make([]string, 20000)
	for i := range words {
		words[i] = letters(r, 4+r.IntN(8))
	}
	choose := rand.NewZipf(r, 1.2, 8, uint64(len(words)-1))
	index, documents := map[string][]uint32{}, [][]string{}
	insert := func(number int, document []string) {
		for _, word := range document {
			index[word] = append(index[word], uint32(number))
		}
	}
	add := func() {
		document := make([]string, 10+r.IntN(30))
		for i := range document {
			document[i] = words[choose.Uint64()]
		}
		documents = append(documents, document)
		insert(len(documents), document)
		if len(documents) >= 120_000 {
			documents = slices.Clone(documents[40_000:])
			index = map[string][]uint32{}
			for number, document := range documents {
				insert(number, document)
			}
		}
	}
	for range 80_000 {
		add()
	}
	return each(until, 10_000, add)
}

// images decodes pictures, halves them, and keeps the last 300 that it made, encoded.
func images(until time.Time, r *rand.Rand) int64 {
	var sources [][]byte
	for range 8 {
		picture := image.NewRGBA(image.Rect(0, 0, 640+r.IntN(960), 480+r.IntN(720)))
		for i := range picture.Pix {
			picture.Pix[i] = byte(i/97) + byte(r.IntN(8))
		}
		sources = append(sources, encode(picture))
	}
	kept := make([][]byte, 300)
	for i := range kept {
		kept[i] = bytes.Clone(sources[i%len(sources)][:len(sources[0])/4])
	}
	n := 0
	return each(until, 200, func() {
		if n++; n%20 > 0 {
			return
		}
		picture, err := jpeg.Decode(bytes.NewReader(sources[r.IntN(len(sources))]))
		if err != nil {
			panic(err)
		}
		kept[n/20%len(kept)] = encode(halve(picture))
	})
}

func halve(picture image.Image) image.Image {
	size := picture.Bounds().Size().Div(2)
	half := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			half.Set(x, y, color.RGBAModel.Convert(picture.At(2*x, 2*y)))
		}
	}
	return half
}

func encode(picture image.Image) []byte {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, nil); err != nil {
		panic(err)
	}
	return out.Bytes()
}
