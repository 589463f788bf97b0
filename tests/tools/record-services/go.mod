module recordservices

go 1.26
