package main

import (
	"math/rand/v2"
	"slices"
	"time"
)

const fanOut = 64

// A node of a B+ tree: leaves have values, the others have children.
type node struct {
	keys     []string
	values   [][]byte
	children []*node
}

// put returns what a node that has become too large gives away, and the first key of it.
func (n *node) put(key string, value []byte) (from string, right *node) {
	i, found := slices.BinarySearch(n.keys, key)
	if n.children == nil {
		if found {
			n.values[i] = value
			return "", nil
		}
		n.keys, n.values = slices.Insert(n.keys, i, key), slices.Insert(n.values, i, value)
	} else {
		if found {
			i++
		}
		first, added := n.children[i].put(key, value)
		if added == nil {
			return "", nil
		}
		n.keys, n.children = slices.Insert(n.keys, i, first), slices.Insert(n.children, i+1, added)
	}
	if len(n.keys) <= fanOut {
		return "", nil
	}
	return n.split(len(n.keys) / 2)
}

func (n *node) split(half int) (from string, right *node) {
	from = n.keys[half]
	if n.children == nil {
		right = &node{keys: slices.Clone(n.keys[half:]), values: slices.Clone(n.values[half:])}
		n.values = slices.Clone(n.values[:half])
	} else {
		right = &node{keys: slices.Clone(n.keys[half+1:]), children: slices.Clone(n.children[half+1:])}
		n.children = slices.Clone(n.children[:half+1])
	}
	n.keys = slices.Clone(n.keys[:half])
	return from, right
}

// store is an embedded store of keys and values: a tree that is written to, a log of what was written, and every
// so often a copy of all keys, as a snapshot has it.
func store(until time.Time, r *rand.Rand) int64 {
	root := &node{}
	var written []byte
	put := func() {
		key := letters(r, 3) + "/" + letters(r, 1)
		value := make([]byte, 100+r.IntN(900))
		written = append(append(written, key...), value...)
		if from, right := root.put(key, value); right != nil {
			root = &node{keys: []string{from}, children: []*node{root, right}}
		}
		if len(written) > 12<<20 {
			written = make([]byte, 0, 1<<20)
			snapshot := root.all(nil)
			slices.Reverse(snapshot)
		}
	}
	for range 100_000 {
		put()
	}
	return each(until, 12000, put)
}

func (n *node) all(keys []string) []string {
	if n.children == nil {
		return append(keys, n.keys...)
	}
	for _, child := range n.children {
		keys = child.all(keys)
	}
	return keys
}
