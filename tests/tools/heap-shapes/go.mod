module heapshapes

go 1.26
